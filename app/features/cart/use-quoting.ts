import { useCallback, useEffect, useRef, useState } from 'react'
import { CALL_FAILED } from '#app/features/discounts/discounts.ts'
import type { DiscountAnswer } from './ask-cart.ts'
import type { Quote, StoredCart } from './cart.ts'
import { type CartNotice, joinNotices } from './cart-notices.ts'
import { type CartContents, type CartStore, sameContents } from './cart-store.ts'
import type { OnAccepted } from './quoting.ts'

export type QuoteState = 'idle' | 'loading' | 'error'

/** Milliseconds to wait for another change before a request: a run of clicks on 'plus' is one request. */
const PAUSE = 150

const loadQuoting = () => import('./quoting.ts')

type Shown = { quote: Quote | null; quoteState: QuoteState; notices: CartNotice[] }

/** Holds the server's quote of the cart once it was requested: the latest request wins, the last answer stays shown. */
export function useQuoting(store: CartStore, cart: StoredCart) {
  const [shown, setShown] = useState<Shown>({ quote: null, quoteState: 'idle', notices: [] })
  /** Number of requests; 0 means that prices are not needed yet. */
  const [requested, setRequested] = useState(0)
  /** The contents that the shown quote is for. */
  const answered = useRef<CartContents>(undefined)

  const accept = useCallback<OnAccepted>((quote, settled, notices) => {
    answered.current = settled
    setShown(before => ({ quote, quoteState: 'idle', notices: joinNotices(before.notices, notices) }))
  }, [])

  const { choices, code, quotation } = cart
  useEffect(() => {
    if (requested === 0) return
    const repairs = store.takeRepairs().map(what => ({ code: 'repaired' as const, what }))
    if (repairs.length > 0) setShown(before => ({ ...before, notices: joinNotices(before.notices, repairs) }))
    const contents = { choices, code, quotation }
    if (choices.length === 0) {
      answered.current = undefined
      setShown(before => ({ ...before, quote: null, quoteState: 'idle' }))
      return
    }
    if (answered.current && sameContents(answered.current, contents)) {
      setShown(before => ({ ...before, quoteState: 'idle' }))
      return
    }
    const abort = new AbortController()
    const ask = async () => {
      try {
        const { askPrices } = await loadQuoting()
        await askPrices(store, contents, abort.signal, accept)
      } catch {
        if (!abort.signal.aborted) setShown(before => ({ ...before, quoteState: 'error' }))
      }
    }
    setShown(before => ({ ...before, quoteState: 'loading' }))
    const timer = setTimeout(ask, answered.current ? PAUSE : 0)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [requested, choices, code, quotation, store, accept])

  const refreshQuote = useCallback(() => {
    answered.current = undefined
    setRequested(count => count + 1)
  }, [])

  const applyCode = useCallback(
    async (typed: string): Promise<DiscountAnswer> => {
      const quoting = await loadQuoting().catch(() => undefined)
      return quoting ? quoting.askDiscount(store, typed, accept) : { ok: false, error: CALL_FAILED }
    },
    [store, accept],
  )

  const clearNotices = useCallback(() => setShown(before => ({ ...before, notices: [] })), [])

  return { ...shown, refreshQuote, applyCode, clearNotices }
}

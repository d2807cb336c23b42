import { useEffect, useRef, useState } from 'react'
import type { Quote } from '#app/features/cart/cart.ts'
import type { Cart } from '#app/features/cart/cart-context.ts'
import { quoteChanges } from '#app/features/cart/quote-changes.ts'
import { formatPesos } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { focusOnMount } from '#app/kit/forms/focus.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button } from '#app/kit/ui/button.tsx'

/** Codes of refusals that say that the cart is no longer as the buyer saw it. */
const CHANGED: readonly string[] = ['cart_changed', 'discount_invalid', 'discount_gone']

/** The quote before and after a refusal; undefined until the new one has come. */
export type ChangedQuote = { before: Quote; after: Quote }

/**
 * Fetches the cart's prices again after a refusal because of them (spec D41).
 * @param refusal the answer's problem: a new object for each answer.
 */
export function useChangedQuote({ quote, quoteState, refreshQuote }: Cart, refusal: { code: string } | null) {
  const [before, setBefore] = useState<Quote | null>(null)
  const shown = useRef(quote)
  shown.current = quote
  useEffect(() => {
    const isChanged = refusal !== null && CHANGED.includes(refusal.code)
    setBefore(isChanged ? shown.current : null)
    if (isChanged) refreshQuote()
  }, [refusal, refreshQuote])
  return before && quote && quote !== before && quoteState === 'idle' ? { before, after: quote } : undefined
}

type ChangedQuoteAlertProps = {
  title: string
  /** What the refusal says. */
  children: string
  changed: ChangedQuote | undefined
  cart: Cart
}

/** Why a form was refused, and the amounts before and now, side by side, with what can be taken back. */
export function ChangedQuoteAlert({ title, children, changed, cart }: ChangedQuoteAlertProps) {
  const { code, removeCode, open } = cart
  const hasEnded = changed?.after.discount_problem !== null && code !== null
  return (
    // The button that was refused is below on a long form: the focus brings the reason into view.
    <div ref={focusOnMount} tabIndex={-1} className="scroll-mt-24 rounded-md">
      <Alert
        tone="error"
        title={title}
        actions={
          changed && (
            <>
              {hasEnded && (
                <Button size="sm" onClick={removeCode}>
                  {`Quitar el código ${code}`}
                </Button>
              )}
              <Button size="sm" variant="secondary" onClick={open}>
                Cambiar el carrito
              </Button>
            </>
          )
        }
      >
        <span>{children}</span>
        {changed && <Comparison {...changed} />}
      </Alert>
    </div>
  )
}

function Comparison({ before, after }: ChangedQuote) {
  const rows = [
    ...quoteChanges(before, after),
    { what: 'Total', before: before.total_clp, after: after.total_clp, seats: undefined },
  ]
  return (
    <table className="mt-3 w-full max-w-xl text-md">
      <caption className="sr-only">Lo que cambió en tu carrito</caption>
      <thead>
        <tr className="text-sm">
          <th scope="col" className="sr-only">
            Qué
          </th>
          <th scope="col" className="py-1 pl-4 text-right font-normal">
            Antes
          </th>
          <th scope="col" className="py-1 pl-4 text-right font-normal">
            Ahora
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={row.what} className="border-t border-current/20 align-baseline last:font-semibold">
            <th scope="row" className="py-1.5 text-left [font-weight:inherit] text-pretty">
              <span>{row.what}</span>
              {row.seats && <span className="block text-sm font-normal">{row.seats}</span>}
              {row.after === undefined && <span className="block text-sm font-normal">Ya no está</span>}
            </th>
            <td className="py-1.5 pl-4 text-right whitespace-nowrap tabular-nums">{amountOf(row.before)}</td>
            <td className="py-1.5 pl-4 text-right whitespace-nowrap tabular-nums">{amountOf(row.after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const amountOf = (amount: Pesos | undefined): string => (amount === undefined ? '–' : formatPesos(amount))

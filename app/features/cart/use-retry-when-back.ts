import { useEffect } from 'react'
import { connection } from '#app/platform/http/connection.ts'
import type { Cart } from './cart-context.ts'

/** Asks again for prices that did not come, as soon as the shop can be reached: nobody should have to press a button for that. */
export function useRetryWhenBack({ quoteState, refreshQuote }: Pick<Cart, 'quoteState' | 'refreshQuote'>): void {
  const failed = quoteState === 'error'
  useEffect(() => {
    if (!failed) return
    return connection.subscribe(() => {
      if (connection.isThere()) refreshQuote()
    })
  }, [failed, refreshQuote])
}

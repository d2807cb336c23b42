import { useEffect } from 'react'
import type { Cart } from '#app/features/cart/cart-context.ts'
import { connection } from '#app/platform/http/connection.ts'

/** Retries a failed request for prices as soon as the shop is reachable again. */
export function useRetryWhenBack({ quoteState, refreshQuote }: Pick<Cart, 'quoteState' | 'refreshQuote'>): void {
  const failed = quoteState === 'error'
  useEffect(() => {
    if (!failed) return
    return connection.subscribe(() => {
      if (connection.isThere()) refreshQuote()
    })
  }, [failed, refreshQuote])
}

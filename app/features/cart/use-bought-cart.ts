import { useCallback, useEffect } from 'react'
import type { StoredCart } from './cart.ts'
import type { CartStore } from './cart-store.ts'

/**
 * Empties a cart whose quotation somebody has paid by its link: looked up when a page is loaded with such a cart, and whenever
 * its prices are asked for.
 * @param refreshQuote asks for the cart's prices.
 * @returns the same, which looks for the payment as well.
 */
export function useBoughtCart(
  store: CartStore,
  { quotation, quoted }: Pick<StoredCart, 'quotation' | 'quoted'>,
  refreshQuote: () => void,
): () => void {
  const linked = quotation ?? quoted

  useEffect(() => {
    if (linked !== undefined) void leaveBought(store)
  }, [linked, store])

  return useCallback(() => {
    refreshQuote()
    void leaveBought(store)
  }, [refreshQuote, store])
}

async function leaveBought(store: CartStore): Promise<void> {
  const { quotation, quoted } = store.current()
  if ((quotation ?? quoted) === undefined) return
  try {
    const { tellIfBought } = await import('./quoting.ts')
    await tellIfBought(store)
  } catch {
    // The cart stays; it is looked at again with the next page.
  }
}

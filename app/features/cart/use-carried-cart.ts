import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { carriedCart, withoutCart } from './carried-cart.ts'
import { useCart } from './cart-context.ts'

/**
 * Takes over the cart that the page's address carries, unless this browser has one of its own, and removes it from the
 * address: going back after the purchase must not fill the cart again.
 * @returns whether a cart is still arriving.
 */
export function useCarriedCart(): boolean {
  const { ready, choices, restore } = useCart()
  const [query, setQuery] = useSearchParams()
  const isEmpty = choices.length === 0
  const carries = carriedCart(query) !== undefined
  useEffect(() => {
    const carried = carriedCart(query)
    if (!ready || !carried) return
    if (isEmpty && carried.choices.length > 0) restore(carried)
    setQuery(withoutCart, { replace: true, preventScrollReset: true })
  }, [ready, isEmpty, query, restore, setQuery])
  return carries
}

import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useCart } from './cart-context.ts'
import type { CartContents } from './cart-store.ts'
import { readStoredCart } from './stored-cart.ts'

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

/** The pages that a cart can travel to: both need a log-in, and both show the cart of the browser. */
const PAGES: readonly string[] = ['/checkout', '/account/quotations/new']

const LINES = 'compra'
const CODE = 'codigo'

/**
 * The path of a page, with the cart in its query if it is a page for a cart. A confirmation link with it finds the same
 * cart in another browser (spec D42); an order's prices come from the server anyway.
 */
export function withCart(path: string, { choices, code }: Pick<CartContents, 'choices' | 'code'>): string {
  if (!PAGES.includes(path) || choices.length === 0) return path
  const lines = choices.map(({ product_id, mode, seats, repeats }) =>
    mode === 'business' ? [product_id, seats, ...(repeats === undefined ? [] : [repeats])].join('.') : product_id,
  )
  return `${path}?${new URLSearchParams({ [LINES]: lines.join('_'), ...(code !== null && { [CODE]: code }) })}`
}

/** The cart in a page's query, whoever wrote it; undefined for none. */
export function carriedCart(query: URLSearchParams): CartContents | undefined {
  const lines = query.get(LINES)
  if (lines === null) return undefined
  const choices = lines.split('_').map(line => {
    const [product_id, seats, repeats] = line.split('.')
    return seats === undefined
      ? { product_id, mode: 'self' }
      : { product_id, mode: 'business', seats: Number(seats), repeats }
  })
  const { cart } = readStoredCart(JSON.stringify({ choices, code: query.get(CODE) }), () => '')
  return { choices: cart.choices, code: cart.code, quotation: null }
}

/** The query without a cart. */
export function withoutCart(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query)
  rest.delete(LINES)
  rest.delete(CODE)
  return rest
}

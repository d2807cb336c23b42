import { createContext, useContext, useEffect } from 'react'
import type { DiscountAnswer } from './ask-cart.ts'
import type { AddOutcome, CartChoice, Quote } from './cart.ts'
import type { CartNotice } from './cart-notices.ts'
import type { CartContents } from './cart-store.ts'
import type { QuoteState } from './use-quoting.ts'

export type Cart = {
  /** False on the server and until the browser's storage has been read. */
  ready: boolean
  choices: CartChoice[]
  code: string | null
  /** The quotation that the cart was opened from. */
  quotation: string | null
  /** Sum of the seats. */
  totalItems: number
  /** Goes with the checkout of exactly these choices and code (decision 2). */
  checkoutKey: string
  /** The last answer of the server; kept while a newer one is under way. */
  quote: Quote | null
  quoteState: QuoteState
  /** What changed without the visitor's doing, until the drawer closes. */
  notices: CartNotice[]
  isOpen: boolean
  open(): void
  close(): void
  /** Loads the drawer's code ahead, as when the pointer nears its button. */
  preload(): void
  add(choice: CartChoice): AddOutcome
  updateAt(index: number, change: Partial<Pick<CartChoice, 'mode' | 'seats'>>): void
  removeAt(index: number): void
  /** Empties the cart and removes the discount. */
  clear(): void
  /** Puts back what `clear` or `removeAt` took, or puts in what a quotation holds. */
  restore(contents: CartContents): void
  applyCode(typed: string): Promise<DiscountAnswer>
  removeCode(): void
  /** Goes on with today's prices. */
  leaveQuotation(): void
  /** Asks the server for prices now, and from then on after every change. */
  refreshQuote(): void
}

export const CartContext = createContext<Cart | undefined>(undefined)

/** @throws Error outside a CartProvider. */
export function useCart(): Cart {
  const cart = useContext(CartContext)
  if (!cart) throw new Error('useCart must be used within a CartProvider')
  return cart
}

/** The cart on a page that shows prices without the drawer, as checkout: quoted when the page comes and after every change. */
export function useQuotedCart(): Cart {
  const cart = useCart()
  const { refreshQuote } = cart
  useEffect(refreshQuote, [refreshQuote])
  return cart
}

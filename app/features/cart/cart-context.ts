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
  /** Identifies the checkout of exactly these choices and code (spec D2). */
  checkoutKey: string
  /** The last answer of the server, shown while a newer request is under way. */
  quote: Quote | null
  quoteState: QuoteState
  /** Automatic changes of the cart, shown until the drawer closes. */
  notices: CartNotice[]
  isOpen: boolean
  open(): void
  close(): void
  /** Preloads the drawer's code, for example when the pointer enters its button. */
  preload(): void
  add(choice: CartChoice): AddOutcome
  updateAt(index: number, change: Partial<Pick<CartChoice, 'mode' | 'seats'>>): void
  removeAt(index: number): void
  /** Empties the cart and removes the discount. */
  clear(): void
  /** Restores what `clear` or `removeAt` removed, or loads the contents of a quotation. */
  restore(contents: CartContents): void
  applyCode(typed: string): Promise<DiscountAnswer>
  removeCode(): void
  /** Notes the quotation that was made of this cart: it is emptied once that is paid. */
  markQuoted(quotation: string): void
  /** Drops the quotation and uses today's prices. */
  leaveQuotation(): void
  /** Requests prices now, and after every change from then on. */
  refreshQuote(): void
}

export const CartContext = createContext<Cart | undefined>(undefined)

/** @throws Error outside a CartProvider. */
export function useCart(): Cart {
  const cart = useContext(CartContext)
  if (!cart) throw new Error('useCart must be used within a CartProvider')
  return cart
}

/**
 * The cart on a page that shows prices without the drawer, such as checkout: quoted on mount and after every change.
 */
export function useQuotedCart(): Cart {
  const cart = useCart()
  const { refreshQuote } = cart
  useEffect(refreshQuote, [refreshQuote])
  return cart
}

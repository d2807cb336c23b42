import type { Pesos } from '#app/kernel/money.ts'

/** A short text for a toast or an alert. */
export type Message = { title: string; description: string }

/** Why a code is refused, as public.validate_discount_code names it (spec D10). */
export type DiscountRefusalCode =
  | 'unknown'
  | 'not_active'
  | 'not_yet_valid'
  | 'expired'
  | 'used_up'
  /** The cart contains none of the products that it applies to. */
  | 'other_products'
  /** Once per customer, and this customer has used it. */
  | 'already_used'
  | 'below_minimum'
  | 'too_many_tries'

/**
 * The reason is in Spanish and comes from the database, which alone evaluates the rules (specification 1, section 7).
 */
export type DiscountRefusal = { code: DiscountRefusalCode; reason: string }

/** A line of a cart as a code's rules take it; pesos, VAT included. */
export type DiscountableLine = { product_id: string; total_clp: Pesos }

/** A code that may be used on an order, with its discount in pesos. */
export type ValidDiscount = {
  discountCodeId: string
  code: string
  amount: Pesos
  oncePerCustomer: boolean
  /** The products of the cart that it applies to; null for all. */
  productIds: string[] | null
}

/**
 * Shown for a once-per-customer code that this customer has used, also when it was used a moment ago (the same text as
 * in the rules of public.discount_codes).
 */
export const ALREADY_USED_REASON = 'Ya usaste este código de descuento: vale una vez por cliente'

const CODE = /^(?=[_-]*[A-Z0-9])[A-Z0-9_-]{3,40}$/

/** The general refusal (specification 1, section 8). */
export const UNKNOWN_REASON = 'El código de descuento no es válido'

/** Whether a normalised text has the format of a code: A-Z, 0-9, '-' and '_', 3 to 40 characters (spec D10). */
export const isCode = (text: string): boolean => CODE.test(text)

/** Shown when the request itself failed. */
export const CALL_FAILED: Message = { title: 'Error', description: 'No se pudo validar el código de descuento' }

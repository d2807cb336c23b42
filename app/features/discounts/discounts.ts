import type { Pesos } from '#app/kernel/money.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'

/** A short text for a toast or an alert. */
export type Message = { title: string; description: string }

/** Why a code takes nothing off, as public.validate_discount_code names it (decision 10). */
export type DiscountRefusalCode =
  | 'unknown'
  | 'not_active'
  | 'not_yet_valid'
  | 'expired'
  | 'used_up'
  /** The cart holds none of the products that it is for. */
  | 'other_products'
  /** Once per customer, and this one has had it. */
  | 'already_used'
  | 'below_minimum'
  | 'too_many_tries'

/** The reason is Spanish and comes from the database, the one place that knows the rules (specification 1, section 7). */
export type DiscountRefusal = { code: DiscountRefusalCode; reason: string }

/** A line of a cart as the rules of a code read it; pesos, VAT included. */
export type DiscountableLine = { product_id: string; total_clp: Pesos }

/** A code that may be used on an order, and the pesos that it takes off. */
export type ValidDiscount = {
  discountCodeId: string
  code: string
  amount: Pesos
  oncePerCustomer: boolean
  /** Of the cart's products those that it takes something off; null for all. */
  productIds: string[] | null
}

/** Said of a code that the customer has had already, also when that was settled a moment ago (as public.discount_codes' rules say it). */
export const ALREADY_USED_REASON = 'Ya usaste este código de descuento: vale una vez por cliente'

const CODE = /^[A-Z0-9_-]{3,40}$/

/** The general refusal (specification 1, section 8). */
export const UNKNOWN_REASON = 'El código de descuento no es válido'

/** Trims and upper-cases what a person typed (specification 1, section 5). */
export const normalizeCode = (typed: string): string => typed.trim().toUpperCase()

/** Whether a normalised text can be a code at all: A-Z, 0-9, '-' and '_', 3 to 40 characters (decision 10). */
export const isCode = (text: string): boolean => CODE.test(text)

/** A typed code, normalised; nothing typed is a failure of its own. A text that can't be a code is an unknown code. */
export function parseTypedCode(typed: string): Result<string, { code: 'required' } | DiscountRefusal> {
  const code = normalizeCode(typed)
  if (code === '') return err({ code: 'required' })
  if (!isCode(code)) return err({ code: 'unknown', reason: UNKNOWN_REASON })
  return ok(code)
}

/** Said when the call itself failed. */
export const CALL_FAILED: Message = { title: 'Error', description: 'No se pudo validar el código de descuento' }

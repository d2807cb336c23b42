import { randomUUID } from 'node:crypto'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import type { CheckoutCart, CheckoutForm } from '#app/features/payments/checkout/checkout-schema.ts'
import { type Mode, priceOf } from '#app/features/pricing/pricing.ts'
import type { TestProfile } from './factories.ts'

export const BOLETA: CheckoutForm = { billing: { document: 'boleta' }, companyName: null, companyUrl: null }

export const asSessionUser = (profile: TestProfile): SessionUser => ({
  ...profile,
  company: null,
  phone: null,
  staff_scope: null,
  created_at: new Date(),
})

/** A cart of one line, with the total shown to its buyer. */
export function cartOf(
  product: { id: string; basePriceClp: number },
  input: {
    seats?: number
    mode?: Mode
    code?: string
    total?: number
    key?: string
    repeat?: CheckoutCart['repeat']
    quotation?: string
  } = {},
): CheckoutCart {
  const seats = input.seats ?? 1
  const mode = input.mode ?? (seats > 1 ? 'business' : 'self')
  return {
    key: input.key ?? randomUUID(),
    choices: [{ product_id: product.id, mode, seats }],
    code: input.code ?? null,
    quotation: input.quotation ?? null,
    expected_total_clp: input.total ?? priceOf({ basePriceClp: product.basePriceClp, mode, seats }).totalClp,
    repeat: input.repeat ?? null,
  }
}

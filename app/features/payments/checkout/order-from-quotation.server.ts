import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Quote } from '#app/features/cart/cart.ts'
import { buildQuote } from '#app/features/cart/quote.ts'
import { priceCart } from '#app/features/cart/quote-cart.server.ts'
import { validateDiscount } from '#app/features/discounts/discounts.server.ts'
import type { ValidDiscount } from '#app/features/discounts/discounts.ts'
import type { BillingData } from '#app/features/orders/order-billing.server.ts'
import { lockCheckout } from '#app/features/orders/orders.server.ts'
import { heldPricesOf } from '#app/features/quotations/quotations.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { openOrderOf, quotationForStaff } from './checkout.server.ts'
import { insertWaitingOrder } from './waiting-order.server.ts'

export type OrderQuotationFailure =
  | { code: 'quotation_not_found' }
  | { code: 'expired' | 'bought' }
  /** For example a product is no longer sold or today's price is lower: the client needs a new quotation. */
  | { code: 'no_longer_holds' }
  | { code: 'discount_invalid'; reason: string }
  /** The buyer finishes an order of $0: there is nothing to pay. */
  | { code: 'nothing_to_pay' }

type Input = {
  actor: Extract<Actor, { kind: 'admin' }>
  quotationId: string
  /** Data of the tax document. */
  billing: BillingData
  /** Days that the order waits for its payment. */
  days: number
  now: Date
}

/**
 * Makes the pending order of an accepted quotation at its held prices, and keeps it open for the payment. The client is
 * mailed the deadline and the bank account. A quotation has at most one open order, whoever made it and however often
 * this is called.
 * @returns the order's id, and whether it already existed
 */
export async function orderFromQuotation(
  { db }: { db: Kysely<DB> },
  input: Input,
): Promise<Result<{ orderId: string; isNew: boolean }, OrderQuotationFailure>> {
  return asActor(db, input.actor, async tx => {
    const quotation = await quotationForStaff(tx, input.quotationId)
    if (!quotation) return err({ code: 'quotation_not_found' })
    await lockCheckout(tx, quotation.user_id)
    const open = await openOrderOf(tx, quotation.id)
    if (open) return open.status === 'paid' ? err({ code: 'bought' }) : ok({ orderId: open.id, isNew: false })
    const priced = await priceQuotation(tx, quotation, input.now)
    if (!priced.ok) return priced
    const { billing, days, now } = input
    const order = { ...priced.value, userId: quotation.user_id, key: randomUUID(), quotation, billing, days, now }
    const placed = await insertWaitingOrder(tx, order)
    return placed.ok ? ok({ orderId: placed.value, isNew: true }) : placed
  })
}

/** The prices of a quotation for its order, if all of them hold. The caller holds the client's checkout lock. */
export async function priceQuotation(
  tx: Transaction<DB>,
  quotation: NonNullable<Awaited<ReturnType<typeof quotationForStaff>>>,
  now: Date,
): Promise<Result<{ quote: Quote; discount: ValidDiscount | null }, OrderQuotationFailure>> {
  const userId = quotation.user_id
  const held = await heldPricesOf(tx, userId, quotation.id)
  if (!held) return err({ code: 'quotation_not_found' })
  const priced = await priceCart(tx, { choices: held.lines, quotation: held.id }, now, held)
  const { lines, notices } = priced
  if (priced.quotation?.state === 'expired') return err({ code: 'expired' })
  if (notices.length > 0 || priced.quotation?.state !== 'applied') return err({ code: 'no_longer_holds' })
  const checked =
    quotation.discount_code === null
      ? undefined
      : await validateDiscount(tx, quotation.discount_code, lines, now, { userId })
  if (checked && !checked.ok) return err({ code: 'discount_invalid', reason: checked.error.reason })
  const discount = checked?.value ?? null
  const quote = buildQuote({ ...priced, discount, discountProblem: null })
  if (quote.total_clp !== quotation.total_clp) return err({ code: 'no_longer_holds' })
  if (quote.total_clp === 0) return err({ code: 'nothing_to_pay' })
  return ok({ quote, discount })
}

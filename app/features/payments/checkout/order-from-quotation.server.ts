import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Quote } from '#app/features/cart/cart.ts'
import { buildQuote } from '#app/features/cart/quote.ts'
import { priceCart } from '#app/features/cart/quote-cart.server.ts'
import { findRepeatable } from '#app/features/cart/repeatable.server.ts'
import { validateDiscount } from '#app/features/discounts/discounts.server.ts'
import type { ValidDiscount } from '#app/features/discounts/discounts.ts'
import type { BillingData } from '#app/features/orders/order-billing.server.ts'
import { lockCheckout } from '#app/features/orders/order-keys.server.ts'
import { findHeldPrices } from '#app/features/quotations/quotations.server.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { findOpenOrder, quotationForStaff } from './checkout.server.ts'
import { insertWaitingOrder } from './waiting-order.server.ts'

/** Why a quotation becomes no order, in the words of whom it is for. */
type QuotationRefusals = {
  expired: string
  /** For example a product is no longer sold or today's price is lower: the client needs a new quotation. */
  noLongerHolds: string
  /** The buyer finishes an order of $0: there is nothing to pay. */
  nothingToPay: string
}

const FOR_STAFF: QuotationRefusals = {
  expired: 'La cotización venció: el cliente debe pedir una nueva.',
  noLongerHolds:
    'La cotización ya no se puede cumplir: un producto cambió, dejó de venderse o hoy cuesta menos. El cliente debe pedir una nueva.',
  nothingToPay: 'No hay nada que pagar: el cliente puede terminar esta compra solo.',
}

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
 * @returns the order's id, and whether it already existed; undefined where there is no such quotation. @throws Refusal
 */
export const orderFromQuotation = (
  { db }: { db: Kysely<DB> },
  { actor, quotationId, billing, days, now }: Input,
): Promise<{ orderId: string; isNew: boolean } | undefined> =>
  asActor(db, actor, async tx => {
    const quotation = await quotationForStaff(tx, quotationId)
    if (!quotation) return undefined
    const userId = quotation.user_id
    await lockCheckout(tx, userId)
    const open = await findOpenOrder(tx, quotation.id)
    if (open?.status === 'paid') refuse('Esta cotización ya se compró.')
    if (open) return { orderId: open.id, isNew: false }
    const priced = await priceQuotation(tx, quotation, FOR_STAFF, now)
    const order = { ...priced, userId, key: randomUUID(), quotation, billing, days, now }
    return { orderId: await insertWaitingOrder(tx, order), isNew: true }
  })

/**
 * The prices of a quotation for its order, and what its lines still measure again. The caller holds the client's checkout lock.
 * @throws Refusal where not all of them hold
 */
export async function priceQuotation(
  tx: Transaction<DB>,
  quotation: NonNullable<Awaited<ReturnType<typeof quotationForStaff>>>,
  refusals: QuotationRefusals,
  now: Date,
): Promise<{ quote: Quote; discount: ValidDiscount | null; repeated: ReadonlyMap<string, string> }> {
  const userId = quotation.user_id
  const held = await findHeldPrices(tx, userId, quotation.id)
  if (!held) return refuse(refusals.noLongerHolds)
  const priced = await priceCart(tx, { choices: held.lines, quotation: held.id }, now, held)
  const { lines, notices } = priced
  if (priced.quotation?.state === 'expired') refuse(refusals.expired)
  if (notices.length > 0 || priced.quotation?.state !== 'applied') refuse(refusals.noLongerHolds)
  // The quotation's own code is nobody's guess: nothing is counted, which a refusal would undo.
  const client = { simulatedBuyerId: userId }
  const checked =
    quotation.discount_code === null
      ? undefined
      : await validateDiscount(tx, quotation.discount_code, lines, now, client)
  if (checked && !checked.ok) return refuse(checked.error.reason)
  const discount = checked?.value ?? null
  const quote = buildQuote({ ...priced, discount, discountProblem: null })
  if (quote.total_clp !== quotation.total_clp) refuse(refusals.noLongerHolds)
  if (quote.total_clp === 0) refuse(refusals.nothingToPay)
  return { quote, discount, repeated: await findRepeatable(tx, userId, held.lines) }
}

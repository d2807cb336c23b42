import { randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Quote, QuotedLine } from '#app/features/cart/cart.ts'
import { buildQuote } from '#app/features/cart/quote.ts'
import { priceCart } from '#app/features/cart/quote-cart.server.ts'
import { findRepeatable } from '#app/features/cart/repeatable.server.ts'
import {
  claimDiscountUse,
  insertRedemption,
  releaseDiscountUse,
  validateDiscount,
} from '#app/features/discounts/discounts.server.ts'
import { ALREADY_USED_REASON } from '#app/features/discounts/discounts.ts'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import { changeBilling } from '#app/features/orders/order-billing.server.ts'
import { toOrderItems, withRepeated } from '#app/features/orders/order-items.ts'
import { lockCheckout, orderOfKey, takeKey } from '#app/features/orders/order-keys.server.ts'
import { insertOrder, type PlacedOrder, placedOrder, withdrawOrder } from '#app/features/orders/orders.server.ts'
import { minutesSince, newOrderNumber } from '#app/features/orders/orders.ts'
import { findRecentOrders } from '#app/features/orders/paid-orders.server.ts'
import { buysFor } from '#app/features/organisations/organisations.server.ts'
import { payFreeOrder } from '#app/features/payments/free-order.server.ts'
import { isBelowMinimum } from '#app/features/pricing/card-minimum.ts'
import { findHeldPrices } from '#app/features/quotations/quotations.server.ts'
import { type Pesos, ZERO } from '#app/kernel/money.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor, asActorThenSystem, continueAsSystem } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { legalDocument } from '#app/platform/legal/legal.ts'
import { makeRoomForUse } from './checkout.server.ts'
import type { CheckoutCart, CheckoutForm } from './checkout-schema.ts'
import { awaitTransfer, isFullOfAwaited, MAX_AWAITED } from './waiting-order.server.ts'

export type CheckOutError =
  /** The price changed since the buyer saw it: the new quote is shown for confirmation (spec D1). */
  | { code: 'cart_changed'; quote: Quote }
  | { code: 'discount_invalid'; reason: string }
  /** The gateway charges no total as small as this one. */
  | { code: 'below_minimum'; minimum: Pesos }
  /** The buyer has so many orders that wait for a transfer: each holds its prices and the use of its code. */
  | { code: 'too_many_awaited'; orders: number }
  /** The last use was taken by someone else, or the code was paused, since the buyer saw the total. */
  | { code: 'discount_gone' }
  /** The buyer no longer buys for the organisation that was selected. */
  | { code: 'organisation_gone' }
  | { code: 'recently_bought'; orderNumber: string; minutes: number }
  /** An order of the same that waits for its payment: it is continued, or replaced by this cart (spec D40). */
  | { code: 'payment_unfinished'; orderNumber: string; total_clp: Pesos }
  /** That order can't be replaced, because the bank is confirming its payment. */
  | { code: 'payment_under_way'; orderNumber: string }

type CheckedOut = Pick<PlacedOrder, 'id' | 'order_number' | 'status' | 'total_clp' | 'items'>

/**
 * Turns a cart into an order: prices it again, claims a use of its code, and writes order, items and use in one
 * transaction, which also pays an order of $0, and keeps one open that is paid by transfer. The same key returns the same order, however often and from however many tabs it is sent
 * (spec D1 to D5 and D10).
 * @param minimumClp the least that the gateway charges, in pesos; 0 where nothing is paid with a card.
 */
export async function checkOut(
  db: Kysely<DB>,
  user: SessionUser,
  cart: CheckoutCart,
  form: CheckoutForm,
  now: Date,
  minimumClp: Pesos = ZERO,
): Promise<Result<CheckedOut, CheckOutError>> {
  const buyer = { kind: 'user', userId: user.id } as const
  const isTransfer = paysByTransfer(cart, form)
  const place = async (tx: Transaction<DB>): Promise<Result<CheckedOut, CheckOutError>> =>
    isTransfer && (await isFullOfAwaited(tx, user.id, cart.key, now))
      ? err({ code: 'too_many_awaited' as const, orders: MAX_AWAITED })
      : placeOrder(tx, user, cart, form, now, isTransfer ? ZERO : minimumClp)
  if (cart.expected_total_clp !== 0 && !isTransfer) return asActor(db, buyer, place)
  return asActorThenSystem(db, buyer, async tx => {
    const placed = await place(tx)
    if (!placed.ok || placed.value.status !== 'pending') return placed
    await continueAsSystem(tx)
    if (placed.value.total_clp === 0) return ok(await payFreeOrder(tx, placed.value.id, user.id, now))
    if (isTransfer) await awaitTransfer(tx, placed.value.id, now)
    return placed
  })
}

/** Whether a purchase is paid by transfer: those for several people can be. */
export const paysByTransfer = (
  { choices, expected_total_clp }: Pick<CheckoutCart, 'choices' | 'expected_total_clp'>,
  { method }: Pick<CheckoutForm, 'method'>,
): boolean => method === 'transfer' && expected_total_clp > 0 && choices.some(({ mode }) => mode === 'business')

async function placeOrder(
  tx: Transaction<DB>,
  user: SessionUser,
  cart: CheckoutCart,
  form: CheckoutForm,
  now: Date,
  minimumClp: Pesos,
): Promise<Result<CheckedOut, CheckOutError>> {
  await lockCheckout(tx, user.id)
  // Only purchases for several people are shared.
  const isBusiness = cart.choices.some(choice => choice.mode === 'business')
  const organisationId = isBusiness ? (form.organisationId ?? null) : null
  const buysAs = organisationId === null ? undefined : await buysFor(tx, user.id, organisationId)
  if (organisationId !== null && !buysAs) return err({ code: 'organisation_gone' })
  // Invitations name the client company, not the consultant.
  const billed = buysAs?.is_client ? { ...form, companyName: buysAs.name } : form
  const earlier = await orderOfKey(tx, user.id, cart.key)
  // The buyer returned from the bank and the price or the organisation has changed: a new order at the price now shown replaces this one.
  const isOutdated =
    earlier?.status === 'pending' &&
    (earlier.total_clp !== cart.expected_total_clp || earlier.organisation_id !== organisationId)
  if (earlier && isOutdated && (await withdrawOrder(tx, earlier.id))) await releaseDiscountUse(tx, earlier.id, now)
  else if (earlier) {
    if (earlier.status === 'pending') await changeBilling(tx, earlier.id, billed)
    return ok(await placedOrder(tx, earlier.id))
  }

  const held = cart.quotation === null ? undefined : await findHeldPrices(tx, user.id, cart.quotation)
  const priced = await priceCart(tx, cart, now, held)
  const { lines, notices, quotation } = priced
  const checked =
    cart.code === null ? undefined : await validateDiscount(tx, cart.code, lines, now, { userId: user.id })
  if (checked && !checked.ok) return err({ code: 'discount_invalid', reason: checked.error.reason })
  const discount = checked?.value ?? null
  const quote = buildQuote({ ...priced, discount, discountProblem: null })
  if (lines.length === 0 || notices.length > 0 || quote.total_clp !== cart.expected_total_clp) {
    return err({ code: 'cart_changed', quote })
  }
  // Before anything is written: an order that nobody can pay would hold its use of the code.
  if (isBelowMinimum(quote.total_clp, minimumClp)) return err({ code: 'below_minimum', minimum: minimumClp })

  if (cart.repeat !== 'yes') {
    const quotationId = quotation?.state === 'applied' ? quotation.id : null
    const answered = await compareWithRecent(tx, {
      userId: user.id,
      key: cart.key,
      lines,
      quotationId,
      answer: cart.repeat,
      now,
    })
    if (answered) return answered
  }

  if (discount && !(await makeRoomForUse(tx, { userId: user.id, discount, now }))) {
    return err({ code: 'discount_invalid', reason: ALREADY_USED_REASON })
  }
  // Zero rows: someone else took the last use since the check above.
  if (discount && !(await claimDiscountUse(tx, discount.discountCodeId, user.id))) {
    return err({ code: 'discount_gone' })
  }
  const repeated = await findRepeatable(tx, user.id, cart.choices)
  const orderNumber = newOrderNumber(now, user.id, randomBytes)
  const id = await insertOrder(tx, {
    userId: user.id,
    orderNumber,
    key: cart.key,
    items: withRepeated(toOrderItems(lines, quote.discount?.amount ?? ZERO, quote.discount?.productIds), repeated),
    discount: quote.discount,
    subtotal: quote.subtotal_clp,
    total: quote.total_clp,
    billing: form.billing,
    companyName: billed.companyName,
    companyUrl: form.companyUrl,
    termsVersion: legalDocument('purchase_terms').version,
    quotationId: quotation?.state === 'applied' ? quotation.id : null,
    organisationId,
    now,
  })
  if (discount) {
    await insertRedemption(tx, {
      orderId: id,
      userId: user.id,
      discountCodeId: discount.discountCodeId,
      amount: discount.amount,
      now,
    })
  }
  const items = lines.map(line => ({
    assessment_id: line.product_id,
    name: line.assessment.name,
    mode: line.mode,
    seats: line.seats,
    subtotal_clp: line.total_clp,
    tops_up_item_id: null,
  }))
  return ok({ id, order_number: orderNumber, total_clp: quote.total_clp, items, status: 'pending' })
}

/**
 * Compares a purchase with those of the same products in the last minutes (spec D3 and D40). Undefined: nothing
 * stands against it.
 */
async function compareWithRecent(
  tx: Transaction<DB>,
  {
    userId,
    key,
    lines,
    quotationId,
    answer,
    now,
  }: {
    userId: string
    key: string
    lines: readonly QuotedLine[]
    quotationId: string | null
    answer: CheckoutCart['repeat']
    now: Date
  },
): Promise<Result<CheckedOut, CheckOutError> | undefined> {
  const assessmentIds = lines.map(line => line.product_id)
  const recent = await findRecentOrders(tx, userId, { assessmentIds, quotationId }, now)
  const unpaid = recent.filter(order => order.status === 'pending')
  const [latest] = unpaid
  if (latest && answer === 'continue') {
    const order = await placedOrder(tx, latest.id)
    // The same cart, on another device perhaps: back from the bank it is that order, and is emptied when it is paid.
    if (isSamePurchase(order, lines)) await takeKey(tx, order.id, key)
    return ok(order)
  }
  if (latest && answer !== 'replace') {
    return err({ code: 'payment_unfinished', orderNumber: latest.order_number, total_clp: latest.total_clp })
  }
  for (const order of unpaid) {
    if (!(await withdrawOrder(tx, order.id))) {
      return err({ code: 'payment_under_way', orderNumber: order.order_number })
    }
    await releaseDiscountUse(tx, order.id, now)
  }
  const bought = recent.find(order => order.status === 'paid')
  if (!bought) return undefined
  if (answer === 'no') return ok(await placedOrder(tx, bought.id))
  return err({
    code: 'recently_bought',
    orderNumber: bought.order_number,
    minutes: minutesSince(bought.created_at, now),
  })
}

/** Whether an order is of the products, modes and seats of a cart, whatever they cost. */
function isSamePurchase({ items }: PlacedOrder, lines: readonly QuotedLine[]): boolean {
  const isIn = ({ product_id, mode, seats }: QuotedLine) =>
    items.some(item => item.assessment_id === product_id && item.mode === mode && item.seats === seats)
  return items.length === lines.length && lines.every(isIn)
}

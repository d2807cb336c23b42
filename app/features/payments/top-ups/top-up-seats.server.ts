import { randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import { changeBilling } from '#app/features/orders/order-billing.server.ts'
import {
  insertOrder,
  lockCheckout,
  orderOfKey,
  type PlacedOrder,
  placedOrder,
  withdrawOrder,
} from '#app/features/orders/orders.server.ts'
import { newOrderNumber } from '#app/features/orders/orders.ts'
import type { CheckoutForm } from '#app/features/payments/checkout/checkout-schema.ts'
import { payFreeOrder } from '#app/features/payments/free-order.server.ts'
import { isBelowMinimum } from '#app/features/pricing/card-minimum.ts'
import { priceOf } from '#app/features/pricing/pricing.ts'
import { type Pesos, pesos, ZERO } from '#app/kernel/money.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { legalDocument } from '#app/platform/legal/legal.ts'
import { maxAdditionalSeats, quoteTopUp, type TopUpRefusal, topUpRefusal } from './top-up.ts'
import type { TopUpRequest } from './top-up-schema.server.ts'
import { findToppedUp, pendingTopUps, type ToppedUpItem } from './top-ups.server.ts'

export type TopUpError =
  | { code: 'item_not_found' }
  | { code: TopUpRefusal }
  /** The price or the item's seats changed since the buyer saw them: shown again for confirmation (spec D1). */
  | { code: 'price_changed' }
  /** The gateway charges no total as small as this one. */
  | { code: 'below_minimum'; minimum: Pesos }
  /** Other seats of this item are being paid: the outcome decides the price of these. */
  | { code: 'payment_in_progress'; orderNumber: string }

type Requested = {
  itemId: string
  request: TopUpRequest
  billing: CheckoutForm['billing']
  /** The least that the gateway charges (pesos); absent where nothing is paid with a card. */
  minimumClp?: Pesos
}

/**
 * Makes the order of more seats for an item at the price difference to the larger count; an order of $0 is finished at
 * once. The seats are added when the order is paid. The same key returns the same order. An unpaid order of seats for
 * the item is withdrawn: its price was for the item's seats at that time.
 */
export async function topUpSeats(
  db: Kysely<DB>,
  user: Pick<SessionUser, 'id'>,
  requested: Requested,
  now: Date,
): Promise<Result<PlacedOrder, TopUpError>> {
  const made = await placeTopUp(db, user.id, requested, now)
  if (!made.ok || made.value.status !== 'pending' || made.value.total_clp > 0) return made
  const finished = await asActor(db, SYSTEM, tx => payFreeOrder(tx, made.value.id, user.id, now))
  return finished.status === 'paid' ? ok(finished) : err({ code: 'price_changed' })
}

/** Creates the order; the database refuses one whose item changed while it was created. */
async function placeTopUp(db: Kysely<DB>, userId: string, requested: Requested, now: Date) {
  try {
    return await asActor(db, { kind: 'user', userId }, tx => createTopUp(tx, userId, requested, now))
  } catch (error) {
    const hasChanged =
      error instanceof Error && 'constraint' in error && error.constraint === 'order_items_top_up_of_active_item'
    if (hasChanged) return err({ code: 'price_changed' as const })
    throw error
  }
}

async function createTopUp(
  tx: Transaction<DB>,
  userId: string,
  { itemId, request, billing, minimumClp = ZERO }: Requested,
  now: Date,
): Promise<Result<PlacedOrder, TopUpError>> {
  await lockCheckout(tx, userId)
  const earlier = await orderOfKey(tx, userId, request.key)
  const isOutdated = earlier?.status === 'pending' && earlier.total_clp !== request.expected_total_clp
  if (earlier && !(isOutdated && (await withdrawOrder(tx, earlier.id)))) {
    const placed = await placedOrder(tx, earlier.id)
    if (placed.status === 'pending')
      await changeBilling(tx, placed.id, { ...(await companyOf(tx, userId, itemId)), billing })
    return ok(placed)
  }
  const item = await findToppedUp(tx, userId, itemId)
  if (!item) return err({ code: 'item_not_found' })
  const refusal = topUpRefusal(item.terms, now)
  if (refusal) return err({ code: refusal })
  const { more } = request
  const isAsSeen =
    item.terms.seats === request.from &&
    more <= maxAdditionalSeats(item.terms) &&
    quoteTopUp(item.terms, more).total_clp === request.expected_total_clp
  if (!isAsSeen) return err({ code: 'price_changed' })
  if (isBelowMinimum(pesos(request.expected_total_clp), minimumClp)) {
    return err({ code: 'below_minimum', minimum: minimumClp })
  }
  for (const pending of await pendingTopUps(tx, userId, itemId)) {
    if (!(await withdrawOrder(tx, pending.id))) {
      return err({ code: 'payment_in_progress', orderNumber: pending.order_number })
    }
  }
  const total = pesos(request.expected_total_clp)
  const id = await insertOrder(tx, {
    userId,
    orderNumber: newOrderNumber(now, userId, randomBytes),
    key: request.key,
    items: [itemOf(item, more, total)],
    discount: null,
    subtotal: total,
    total,
    billing,
    companyName: item.company_name,
    companyUrl: item.company_url,
    termsVersion: legalDocument('purchase_terms').version,
    quotationId: null,
    organisationId: item.organisation_id,
    now,
  })
  return ok(await placedOrder(tx, id))
}

/** The company of the first purchase, named in invitations. */
async function companyOf(tx: Transaction<DB>, userId: string, itemId: string) {
  const item = await findToppedUp(tx, userId, itemId)
  return { companyName: item?.company_name ?? null, companyUrl: item?.company_url ?? null }
}

function itemOf({ id, product_id, terms }: ToppedUpItem, more: number, total: ReturnType<typeof pesos>) {
  const larger = priceOf({ basePriceClp: terms.basePriceClp, mode: 'business', seats: terms.seats + more })
  return {
    assessmentId: product_id,
    mode: 'business' as const,
    seats: more,
    basePrice: terms.basePriceClp,
    pricingBand: larger.pricingBand,
    perExtraRate: larger.perExtraRate,
    subtotal: total,
    discount: ZERO,
    total,
    unitPrice: pesos(Math.round(total / more)),
    topsUp: { itemId: id, fromSeats: terms.seats },
  }
}

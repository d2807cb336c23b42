import { randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import { changeBilling } from '#app/features/orders/order-billing.server.ts'
import { lockCheckout, orderOfKey } from '#app/features/orders/order-keys.server.ts'
import { insertOrder, type PlacedOrder, placedOrder, withdrawOrder } from '#app/features/orders/orders.server.ts'
import { newOrderNumber } from '#app/features/orders/orders.ts'
import { belowMinimumText } from '#app/features/payments/attempts/attempts.ts'
import type { CheckoutForm } from '#app/features/payments/checkout/checkout-schema.ts'
import { payFreeOrder } from '#app/features/payments/free-order.server.ts'
import { isBelowMinimum } from '#app/features/pricing/card-minimum.ts'
import { MAX_SEATS, priceOf } from '#app/features/pricing/pricing.ts'
import { type Pesos, pesos, ZERO } from '#app/kernel/money.ts'
import { refuse, refusing } from '#app/kernel/refusal.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor, asActorThenSystem, continueAsSystem } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { legalDocument } from '#app/platform/legal/legal.ts'
import { maxAdditionalSeats, quoteTopUp, topUpRefusal } from './top-up.ts'
import { findToppedUp, pendingTopUps, type ToppedUpItem } from './top-ups.server.ts'

const wholeNumber = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)

/**
 * The state that the buyer of more seats saw. When the price or the count differs, the new one is shown for
 * confirmation.
 */
export const topUpRequest = z.object({
  key: z.uuid(),
  more: wholeNumber.pipe(z.int().min(1).max(MAX_SEATS)),
  /** The item's seats before. */
  from: wholeNumber,
  expected_total_clp: wholeNumber,
})

export type TopUpError =
  | { code: 'item_not_found' }
  /** Other seats of this item are being paid: the outcome decides the price of these. */
  | { code: 'payment_in_progress'; orderNumber: string }

type Requested = {
  itemId: string
  request: z.output<typeof topUpRequest>
  billing: CheckoutForm['billing']
  /** The least that the gateway charges (pesos); absent where nothing is paid with a card. */
  minimumClp?: Pesos
}

const PRICE_CHANGED =
  'El precio o los asientos de esta compra cambiaron desde que abriste la página. Revisa el detalle actualizado y confirma de nuevo.'

/**
 * Makes the order of more seats for an item at the price difference to the larger count, and pays one of $0 in the same transaction. The
 * seats are added when the order is paid. The same key returns the same order. An unpaid order of seats for the item is withdrawn: its
 * price was for the item's seats at that time.
 * @throws Refusal where no seats can be added, where their price or the item's seats changed since the buyer saw them (spec D1), and where
 * the gateway charges no total as small as theirs: then nothing is changed
 */
export function topUpSeats(
  db: Kysely<DB>,
  user: Pick<SessionUser, 'id'>,
  requested: Requested,
  now: Date,
): Promise<Result<PlacedOrder, TopUpError>> {
  const buyer = { kind: 'user', userId: user.id } as const
  const create = (tx: Transaction<DB>) => createTopUp(tx, user.id, requested, now)
  const createAndPay = async (tx: Transaction<DB>): Promise<Result<PlacedOrder, TopUpError>> => {
    const created = await create(tx)
    if (!created.ok || created.value.status !== 'pending' || created.value.total_clp !== 0) return created
    await continueAsSystem(tx)
    const paid = await payFreeOrder(tx, created.value.id, user.id, now)
    // Somebody else of the organisation was faster.
    return paid.status === 'paid' ? ok(paid) : refuse(PRICE_CHANGED)
  }
  const isFree = requested.request.expected_total_clp === 0
  return refusing(isFree ? asActorThenSystem(db, buyer, createAndPay) : asActor(db, buyer, create), {
    // The item changed while its order was created.
    order_items_top_up_of_active_item: [PRICE_CHANGED],
  })
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
      await changeBilling(tx, placed.id, { ...(await findCompany(tx, userId, itemId)), billing })
    return ok(placed)
  }
  const item = await findToppedUp(tx, userId, itemId)
  if (!item) return err({ code: 'item_not_found' })
  const refusal = topUpRefusal(item.terms, now)
  if (refusal !== undefined) refuse(refusal)
  const { more } = request
  const isAsSeen =
    item.terms.seats === request.from &&
    more <= maxAdditionalSeats(item.terms) &&
    quoteTopUp(item.terms, more).total_clp === request.expected_total_clp
  if (!isAsSeen) refuse(PRICE_CHANGED)
  if (isBelowMinimum(pesos(request.expected_total_clp), minimumClp)) refuse(belowMinimumText(minimumClp))
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
    items: [toOrderItem(item, more, total)],
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
async function findCompany(tx: Transaction<DB>, userId: string, itemId: string) {
  const item = await findToppedUp(tx, userId, itemId)
  return { companyName: item?.company_name ?? null, companyUrl: item?.company_url ?? null }
}

function toOrderItem({ id, product_id, terms }: ToppedUpItem, more: number, total: ReturnType<typeof pesos>) {
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

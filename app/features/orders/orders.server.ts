import { type Kysely, sql, type Transaction } from 'kysely'
import { type Pesos, pesos, splitVat } from '#app/kernel/money.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { Mode, OrderStatus, ResultMode } from '#app/platform/database/values.ts'
import { legalDocument } from '#app/platform/legal/legal.ts'
import { sellerNow } from '#app/platform/mail/shop.ts'
import { type BillingData, billingColumns } from './order-billing.server.ts'
import { findDocumentNote } from './order-documents.server.ts'
import type { OrderItem } from './order-items.ts'
import { type OrderSummary, PENDING_LIMIT_MINUTES } from './orders.ts'

export type NewOrder = BillingData & {
  userId: string
  orderNumber: string
  key: string
  items: readonly OrderItem[]
  discount: { code: string; amount: Pesos } | null
  subtotal: Pesos
  total: Pesos
  termsVersion: string
  /** The quotation whose prices the order uses. */
  quotationId: string | null
  /** The organisation that buys; by default the buyer alone. */
  organisationId?: string | null
  /** How long the order waits for a payment that takes days. */
  heldUntil?: Date
  now: Date
}

/** Inserts a pending order with its items and freezes their prices. Returns the order's id. */
export async function insertOrder(tx: Transaction<DB>, order: NewOrder): Promise<string> {
  const { net, vat } = splitVat(order.total)
  const { id } = await tx
    .insertInto('orders')
    .values({
      user_id: order.userId,
      order_number: order.orderNumber,
      subtotal_clp: order.subtotal,
      discount_clp: pesos(order.subtotal - order.total),
      total_clp: order.total,
      net_clp: net,
      vat_clp: vat,
      discount_code: order.discount?.code ?? null,
      idempotency_key: order.key,
      ...billingColumns(order),
      terms_version: order.termsVersion,
      terms_accepted_at: order.now,
      // People are invited to what a company buys: the shop processes their data for the buyer.
      ...(order.items.some(({ mode }) => mode === 'business') && {
        processing_terms_version: legalDocument('processing_agreement').version,
        processing_terms_accepted_at: order.now,
      }),
      quotation_id: order.quotationId,
      organisation_id: order.organisationId ?? null,
      held_until: order.heldUntil ?? null,
      seller: JSON.stringify(sellerNow()),
      created_at: order.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('order_items')
    .values(
      order.items.map(item => ({
        order_id: id,
        user_id: order.userId,
        assessment_id: item.assessmentId,
        mode: item.mode,
        seats: item.seats,
        base_price_clp: item.basePrice,
        unit_price_clp: item.unitPrice,
        subtotal_clp: item.subtotal,
        discount_clp: item.discount,
        total_clp: item.total,
        pricing_band: item.pricingBand,
        per_extra_rate: item.perExtraRate,
        tops_up_item_id: item.topsUp?.itemId ?? null,
        from_seats: item.topsUp?.fromSeats ?? null,
        repeats_order_item_id: item.repeatsItemId ?? null,
        ...(item.mode === 'business' &&
          !item.topsUp && {
            result_mode: sql<ResultMode>`private.proposed_result_mode(${item.assessmentId}::uuid)`,
          }),
        created_at: order.now,
      })),
    )
    .execute()
  return id
}

/** The order's state, locked until the transaction ends; taken before any lock on its payment or its seats. */
export async function lockOrder(tx: Transaction<DB>, orderId: string): Promise<OrderStatus | undefined> {
  const row = await tx.selectFrom('orders').select('status').where('id', '=', orderId).forUpdate().executeTakeFirst()
  return row?.status
}

/** What a pending order of this buyer costs; undefined when it is another's, or not pending. */
export async function payableTotal(
  tx: Transaction<DB>,
  { id, userId }: { id: string; userId: string },
): Promise<Pesos | undefined> {
  const row = await tx
    .selectFrom('orders')
    .select('total_clp')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return row?.total_clp
}

/** True when no attempt can still pay the order: every attempt ended without money, or there is none. */
const nobodyPays = sql<boolean>`not exists (
  select from payment_attempts attempt where attempt.order_id = orders.id
    and attempt.status in ('created', 'initiated', 'committing', 'unknown', 'manual_resolution', 'paid'))`

/** True when the staff do not keep the order open for a slow payment. */
export const isNotHeld = (now: Date) => sql<boolean>`(orders.held_until is null or orders.held_until <= ${now})`

/** Fails a pending order that no payment attempt can still pay. False: not pending, kept open, or an attempt is live. */
export async function failOrder(tx: Transaction<DB>, orderId: string, now: Date): Promise<boolean> {
  // A separate statement, so that an attempt whose confirmation was claimed meanwhile is seen.
  await lockOrder(tx, orderId)
  const failed = await tx
    .updateTable('orders')
    .set({ status: 'failed' })
    .where('id', '=', orderId)
    .where('status', '=', 'pending')
    .where(isNotHeld(now))
    .where(nobodyPays)
    .returning('id')
    .executeTakeFirst()
  return failed !== undefined
}

/**
 * Fails a pending order so that a new one can replace it. False: a payment is being confirmed, or the order is not
 * pending. A form still open at the bank does no harm: its payment is not confirmed for a failed order.
 */
export async function withdrawOrder(tx: Transaction<DB>, orderId: string): Promise<boolean> {
  await lockOrder(tx, orderId)
  const withdrawn = await tx
    .updateTable('orders')
    .set({ status: 'failed' })
    .where('id', '=', orderId)
    .where('status', '=', 'pending')
    .where(
      sql<boolean>`not exists (
        select from payment_attempts attempt where attempt.order_id = orders.id
          and attempt.status in ('committing', 'unknown', 'manual_resolution', 'paid'))`,
    )
    .returning('id')
    .executeTakeFirst()
  return withdrawn !== undefined
}

/** Ids of pending orders without a live payment attempt. */
export async function abandonedOrders(tx: Transaction<DB>, now: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('orders')
    .select('id')
    .where('status', '=', 'pending')
    .where('created_at', '<', new Date(now.getTime() - PENDING_LIMIT_MINUTES * 60_000))
    .where(isNotHeld(now))
    .where(nobodyPays)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  return rows.map(row => row.id)
}

export type PlacedOrder = OrderSummary & {
  discount_clp: Pesos
  /** The text beside its prices that says the tax is included. */
  vat_text: string
  items: {
    assessment_id: string
    name: string
    mode: Mode
    seats: number
    subtotal_clp: Pesos
    /** The item of an earlier order that the seats are added to. */
    tops_up_item_id: string | null
  }[]
}

const placedOrders = (db: Kysely<DB>) =>
  db
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .select([
      'orders.id',
      'orders.order_number',
      'orders.status',
      'orders.total_clp',
      'orders.discount_clp',
      'orders.vat_text',
      'orders.idempotency_key',
      'orders.created_at',
      'order_items.assessment_id',
      'order_items.product_name as name',
      'order_items.mode',
      'order_items.seats',
      'order_items.subtotal_clp as item_subtotal_clp',
      'order_items.tops_up_item_id',
    ])
    .orderBy('order_items.product_name')

type PlacedOrderRow = Awaited<ReturnType<ReturnType<typeof placedOrders>['execute']>>[number]

function toPlacedOrder<Row extends PlacedOrderRow>(
  rows: readonly Row[],
): { order: PlacedOrder; first: Row } | undefined {
  const [first] = rows
  if (!first) return undefined
  const order = {
    id: first.id,
    order_number: first.order_number,
    status: first.status,
    total_clp: first.total_clp,
    discount_clp: first.discount_clp,
    vat_text: first.vat_text,
    idempotency_key: first.idempotency_key,
    created_at: first.created_at,
    items: rows.map(row => ({
      assessment_id: row.assessment_id,
      name: row.name,
      mode: row.mode,
      seats: row.seats,
      subtotal_clp: row.item_subtotal_clp,
      tops_up_item_id: row.tops_up_item_id,
    })),
  }
  return { order, first }
}

/** The buyer's own order by its number, with its items; another buyer's number returns nothing (spec D4). */
export async function ownOrderByNumber(
  tx: Transaction<DB>,
  userId: string,
  orderNumber: string,
): Promise<PlacedOrder | undefined> {
  const rows = await placedOrders(tx)
    .where('orders.user_id', '=', userId)
    .where('orders.order_number', '=', orderNumber)
    .execute()
  return toPlacedOrder(rows)?.order
}

/** An order with its items, by id. */
export async function placedOrder(tx: Transaction<DB>, orderId: string): Promise<PlacedOrder> {
  const placed = toPlacedOrder(await placedOrders(tx).where('orders.id', '=', orderId).execute())
  if (!placed) throw new Error(`Order ${orderId} has no items`)
  return placed.order
}

export type OrderForReceipt = PlacedOrder & {
  buyer: { email: string; first_name: string }
  /** What its receipt says about the boleta or factura. */
  documentNote: string
}

/** An order with the recipient of its receipt. */
export async function orderForReceipt(tx: Transaction<DB>, orderId: string): Promise<OrderForReceipt> {
  const rows = await placedOrders(tx)
    .innerJoin('profiles', 'profiles.id', 'orders.user_id')
    .select(['profiles.email', 'profiles.first_name'])
    .where('orders.id', '=', orderId)
    .execute()
  const placed = toPlacedOrder(rows)
  if (!placed) throw new Error(`Order ${orderId} has no items`)
  const { first, order } = placed
  return {
    ...order,
    buyer: { email: first.email, first_name: first.first_name },
    documentNote: await findDocumentNote(tx, orderId),
  }
}

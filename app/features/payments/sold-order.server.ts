import { sql, type Transaction } from 'kysely'
import { MEANS, meansOf } from '#app/features/payments/order-mails.ts'
import type { Pesos } from '#app/kernel/money.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { DocumentType, OrderStatus } from '#app/platform/database/values.ts'

/** An order as what follows from its payment, its refunds and its chargebacks reads it. Pesos. */
export type SoldOrder = {
  id: string
  user_id: string
  order_number: string
  status: OrderStatus
  currency: string
  subtotal_clp: Pesos
  discount_clp: Pesos
  /** Its code; null: it has none, and no use of one. */
  discount_code: string | null
  total_clp: Pesos
  net_clp: Pesos
  vat_clp: Pesos
  refunded_clp: Pesos
  document_type: DocumentType
  billing_rut: string | null
  billing_name: string | null
  billing_activity: string | null
  billing_address: string | null
  billing_commune: string | null
  /** Its buyer's name. */
  buyer: string
  /** Its company's name: that of its document, or else of its buyer. */
  company: string | null
  paid_at: Date
  /** That time as endpoints of webhooks read it. */
  paid_at_text: string
  items: readonly SoldItem[]
  /** Seats by product. */
  seats: ReadonlyMap<string, number>
}

type SoldItem = {
  order_item_id: string
  product_id: string
  product_slug: string
  mode: string
  seats: number
  total_clp: number
  adds_to_order_item_id: string | null
}

/** A paid order with its items, in one statement. */
export async function soldOrder(tx: Transaction<DB>, orderId: string): Promise<SoldOrder> {
  const { paid_at, ...row } = await tx
    .selectFrom('orders')
    .innerJoin('profiles', 'profiles.id', 'orders.user_id')
    .where('orders.id', '=', orderId)
    .select([
      'orders.id',
      'orders.user_id',
      'orders.order_number',
      'orders.status',
      'orders.currency',
      'orders.subtotal_clp',
      'orders.discount_clp',
      'orders.discount_code',
      'orders.total_clp',
      'orders.net_clp',
      'orders.vat_clp',
      'orders.refunded_clp',
      'orders.document_type',
      'orders.billing_rut',
      'orders.billing_name',
      'orders.billing_activity',
      'orders.billing_address',
      'orders.billing_commune',
      'orders.paid_at',
      sql<string>`btrim(profiles.first_name || ' ' || profiles.last_name)`.as('buyer'),
      sql<string | null>`coalesce(orders.billing_name, orders.company_name, profiles.company)`.as('company'),
      sql<string>`to_jsonb(orders.paid_at) #>> '{}'`.as('paid_at_text'),
      sql<SoldItem[]>`(
        select jsonb_agg(jsonb_build_object('order_item_id', item.id, 'product_id', item.assessment_id, 'product_slug', product.slug,
          'mode', item.mode, 'seats', item.seats, 'total_clp', item.total_clp, 'adds_to_order_item_id', item.tops_up_item_id)
          order by item.created_at, item.id)
        from order_items item join assessments product on product.id = item.assessment_id where item.order_id = orders.id)`.as(
        'items',
      ),
    ])
    .executeTakeFirstOrThrow()
  if (paid_at === null) throw new Error(`Order ${orderId} is not paid`)
  const seats = new Map<string, number>()
  for (const item of row.items) seats.set(item.product_id, (seats.get(item.product_id) ?? 0) + item.seats)
  return { ...row, paid_at, seats }
}

/** The payment that an order was paid with, for its receipt and its books; undefined where none is recorded. */
export async function findPayment(tx: Transaction<DB>, orderId: string) {
  const paid = await tx
    .selectFrom('payment_attempts')
    .select(MEANS)
    .where('order_id', '=', orderId)
    .where('status', '=', 'paid')
    .executeTakeFirst()
  return paid && meansOf(paid)
}

/** What webhooks tell about an order. */
export const orderFacts = (order: SoldOrder): Record<string, unknown> => ({
  order_id: order.id,
  order_number: order.order_number,
  buyer_id: order.user_id,
  currency: order.currency,
  subtotal_clp: order.subtotal_clp,
  discount_clp: order.discount_clp,
  total_clp: order.total_clp,
  net_clp: order.net_clp,
  vat_clp: order.vat_clp,
  document_type: order.document_type,
  paid_at: order.paid_at_text,
  items: order.items,
})

import type { Transaction } from 'kysely'
import { fullName } from '#app/features/identity/identity.ts'
import type { DB } from '#app/platform/database/schema.ts'

/** An order with its items as the back office shows it; undefined when the id is unknown. For administrators. */
export async function staffOrder(tx: Transaction<DB>, id: string) {
  const [found, items, topUps] = await Promise.all([findOrder(tx, id), findItems(tx, id), findTopUps(tx, id)])
  if (!found) return undefined
  const { client_id, email, first_name, last_name, client_deleted_at, discount_code_id, released_at, ...order } = found
  return {
    ...order,
    client: { id: client_id, name: fullName({ first_name, last_name }), email, isGone: client_deleted_at !== null },
    /** Whether it currently holds a use of its code. */
    usesCode: discount_code_id !== null && released_at === null,
    items,
    topUps,
  }
}

export type StaffOrder = NonNullable<Awaited<ReturnType<typeof staffOrder>>>

const findOrder = (tx: Transaction<DB>, id: string) =>
  tx
    .selectFrom('orders')
    .innerJoin('profiles as client', 'client.id', 'orders.user_id')
    .leftJoin('organisations as organisation', 'organisation.id', 'orders.organisation_id')
    .leftJoin('quotations as quotation', 'quotation.id', 'orders.quotation_id')
    .leftJoin('quotation_replies as approval', join =>
      join.onRef('approval.quotation_id', '=', 'orders.quotation_id').on('approval.kind', '=', 'approved'),
    )
    .leftJoin('discount_redemptions as redemption', 'redemption.order_id', 'orders.id')
    .select([
      'orders.id',
      'orders.order_number',
      'orders.status',
      'orders.created_at',
      'orders.paid_at',
      'orders.held_until',
      'orders.total_clp',
      'orders.refunded_clp',
      'orders.charged_back_clp',
      'orders.discount_clp',
      'orders.discount_code',
      'orders.vat_text',
      'orders.document_type',
      'orders.billing_rut',
      'orders.billing_name',
      'orders.billing_activity',
      'orders.billing_address',
      'orders.billing_commune',
      'orders.company_name',
      'orders.company_url',
      'orders.terms_version',
      'orders.processing_terms_version',
      'orders.purchase_order',
      'orders.terms_accepted_at',
      'organisation.name as organisation_name',
      'client.id as client_id',
      'client.email',
      'client.first_name',
      'client.last_name',
      'client.deleted_at as client_deleted_at',
      'quotation.number as quotation_number',
      'quotation.id as quotation_id',
      'approval.name as approved_by',
      'approval.job_role as approved_as',
      'approval.comment as approval_comment',
      'approval.created_at as approved_at',
      'redemption.discount_code_id',
      'redemption.released_at',
    ])
    .where('orders.id', '=', id)
    .executeTakeFirst()

async function findItems(tx: Transaction<DB>, orderId: string) {
  const items = await tx
    .selectFrom('order_items as item')
    .leftJoin('order_items as first', 'first.id', 'item.tops_up_item_id')
    .leftJoin('orders as first_order', 'first_order.id', 'first.order_id')
    .select([
      'item.id',
      'item.assessment_id',
      'item.product_name',
      'item.mode',
      'item.seats',
      'item.total_seats',
      'item.used_seats',
      'item.base_price_clp',
      'item.unit_price_clp',
      'item.subtotal_clp',
      'item.discount_clp',
      'item.total_clp',
      'item.result_mode',
      'first_order.id as first_order_id',
      'first_order.order_number as first_order_number',
      'first.total_seats as first_total',
      'first.used_seats as first_used',
      'first.added_seats as first_added',
    ])
    .where('item.order_id', '=', orderId)
    .orderBy('item.product_name')
    .orderBy('item.mode')
    .execute()
  return items.map(({ first_order_id, first_order_number, first_total, first_used, first_added, ...item }) => ({
    ...item,
    /** The purchase whose item the seats were added to, and how many of them are unused. */
    addsTo:
      first_order_id === null
        ? undefined
        : {
            orderId: first_order_id,
            number: first_order_number ?? '',
            unused: Math.max(0, Math.min(item.seats, first_added ?? 0, (first_total ?? 0) - (first_used ?? 0))),
          },
  }))
}

/** Orders that added seats to items of this one. */
async function findTopUps(tx: Transaction<DB>, orderId: string) {
  const rows = await tx
    .selectFrom('order_items as item')
    .innerJoin('order_items as top_up', 'top_up.tops_up_item_id', 'item.id')
    .innerJoin('orders as added', 'added.id', 'top_up.order_id')
    .select(['added.id', 'added.order_number', 'added.status', 'added.total_clp', 'top_up.seats'])
    .where('item.order_id', '=', orderId)
    .orderBy('added.created_at')
    .execute()
  return rows
}

import { sql, type Transaction } from 'kysely'
import { canActSql } from '#app/features/organisations/organisations.server.ts'
import type { Pesos } from '#app/kernel/money.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { TopUpTerms } from './top-up.ts'

/**
 * A paid business item of this buyer with what seats that are added to it depend on, and the billing data of its order; undefined for
 * anything else.
 */
export async function findToppedUp(tx: Transaction<DB>, userId: string, itemId: string) {
  const found = await tx
    .selectFrom('order_items as item')
    .innerJoin('orders as order', 'order.id', 'item.order_id')
    .innerJoin('assessments as product', 'product.id', 'item.assessment_id')
    .select([
      'item.id',
      'item.total_seats',
      'item.used_seats',
      'order.order_number',
      'order.document_type',
      'order.billing_rut',
      'order.billing_name',
      'order.billing_activity',
      'order.billing_address',
      'order.billing_commune',
      'order.company_name',
      'order.company_url',
      'order.organisation_id',
      'product.id as product_id',
      'product.name',
      'product.base_price_clp',
      'product.max_seats',
      sql<boolean>`product.status = 'active' and product.allow_business`.as('sold'),
      sql<Date>`private.end_of_day("order".paid_at, "order".access_days)`.as('expires_at'),
      sql<Pesos>`item.subtotal_clp + coalesce((
        select sum(top_up.subtotal_clp) from order_items top_up join orders paid on paid.id = top_up.order_id
        where top_up.tops_up_item_id = item.id and paid.status = 'paid'), 0)`.as('charged_clp'),
    ])
    .where('item.id', '=', itemId)
    .where(canActSql('item.holder_id', userId, 'buyer'))
    .where('order.status', '=', 'paid')
    .where('item.mode', '=', 'business')
    .where('item.tops_up_item_id', 'is', null)
    .where('item.deleted_at', 'is', null)
    .where('product.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!found) return undefined
  const { base_price_clp, charged_clp, total_seats, max_seats, sold, expires_at, ...item } = found
  const terms: TopUpTerms = {
    basePriceClp: base_price_clp,
    seats: total_seats,
    chargedClp: charged_clp,
    expiresAt: expires_at,
    sold,
    maxSeats: max_seats,
  }
  return { ...item, terms }
}

export type ToppedUpItem = NonNullable<Awaited<ReturnType<typeof findToppedUp>>>

/** Orders of more seats for an item that wait for their payment. */
export const pendingTopUps = (
  tx: Transaction<DB>,
  userId: string,
  itemId: string,
): Promise<{ id: string; order_number: string }[]> =>
  tx
    .selectFrom('order_items as top_up')
    .innerJoin('orders as order', 'order.id', 'top_up.order_id')
    .select(['order.id', 'order.order_number'])
    .where('top_up.tops_up_item_id', '=', itemId)
    .where(canActSql('order.holder_id', userId, 'buyer'))
    .where('order.status', '=', 'pending')
    .execute()

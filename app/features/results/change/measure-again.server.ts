import { type Kysely, sql } from 'kysely'
import { paidItem } from '#app/features/accesses/accesses.server.ts'
import type { BoughtItem } from '#app/features/orders/buy-again.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'

/** A company's purchase as a line of a cart that measures it again, for who coordinates it; undefined for anybody else. */
export const findMeasureAgain = async (
  db: Kysely<DB>,
  { userId, itemId }: { userId: string; itemId: string },
): Promise<BoughtItem | undefined> => {
  const found = await readAs(db, { kind: 'user', userId }, tx =>
    paidItem(tx, userId, itemId, 'coordinator')
      .select(['item.id', 'product.id as product_id', 'product.name', 'item.total_seats as seats'])
      .select(
        sql<boolean>`(product.status = 'active' and product.deleted_at is null and product.allow_business)`.as('sold'),
      )
      .where('item.mode', '=', 'business')
      .executeTakeFirst(),
  )
  return (
    found && {
      product_id: found.product_id,
      mode: 'business',
      seats: found.seats,
      repeats: found.id,
      name: found.name,
      sold: found.sold,
    }
  )
}

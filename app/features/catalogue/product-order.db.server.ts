import { sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'

/** Featured products stand before all others: so far that no day reaches them (0056_staff_lists.sql). */
const FEATURED = sql`case when product.featured then 1e12 else 0 end`

/** Makes whoever changes the order of the products wait for each other until the transaction ends. The number is arbitrary. */
export async function lockProductOrder(tx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(7426518)`.execute(tx)
}

export type Place = { name: string; place: number; of: number }

/** Where a product stands among those that are not archived, from 1; undefined where there is none. */
export async function placeOf(tx: Transaction<DB>, id: string): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select product.name,
      count(*) filter (where (other.shop_order, product.id) > (product.shop_order, other.id)) + 1 as place,
      count(*) filter (where other.id <> product.id) + 1 as of
    from assessments product join assessments other on other.deleted_at is null and other.status <> 'archived'
    where product.id = ${id} and product.deleted_at is null
    group by product.id`.execute(tx)
  return rows[0]
}

/**
 * Puts a product between the one next to it and the one beyond; featured ones stay among themselves. One row is written, however large
 * the catalogue.
 * @returns false where there is no room between two that stand at the same place
 */
export async function stepProduct(tx: Transaction<DB>, id: string, direction: 'up' | 'down'): Promise<boolean> {
  const isUp = direction === 'up'
  const beyond = isUp
    ? sql`(other.shop_order, product.id) > (product.shop_order, other.id)`
    : sql`(product.shop_order, other.id) > (other.shop_order, product.id)`
  const { rows } = await sql<{ next: string; after: string | null; hasRoom: boolean }>`
    with near as (
      select other.shop_order, row_number() over way as step
      from assessments product join assessments other on other.featured = product.featured and ${beyond}
      where product.id = ${id} and other.deleted_at is null and other.status <> 'archived'
      window way as (order by ${isUp ? sql`other.shop_order, other.id desc` : sql`other.shop_order desc, other.id`})
      order by step limit 2)
    select next.shop_order as next, after.shop_order as after, next.shop_order is distinct from after.shop_order as "hasRoom"
    from near next left join near after on after.step = 2 where next.step = 1`.execute(tx)
  const [found] = rows
  if (!found) return true
  if (!found.hasRoom) return false
  const { next, after } = found
  await sql`
    update assessments product
    set shop_place = ${
      after === null
        ? sql`${next}::numeric + ${isUp ? 1 : -1}`
        : // By a product: a quotient would be rounded, and two places become one.
          sql`(${next}::numeric + ${after}::numeric) * 0.5`
    } - ${FEATURED}
    where product.id = ${id}`.execute(tx)
  return true
}

/** Gives every product a place of its own, in the order as it is: below the first one, so that new products go on standing first. */
export async function spreadProducts(tx: Transaction<DB>): Promise<void> {
  await sql`
    update assessments product set shop_place = placed.first - placed.step * 0.001 - ${FEATURED}
    from (
      select id, max(shop_order) over (partition by featured) as first,
        row_number() over (partition by featured order by shop_order desc, id) as step
      from assessments) placed
    where placed.id = product.id`.execute(tx)
}

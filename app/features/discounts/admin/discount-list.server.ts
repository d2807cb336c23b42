import { sql, type Transaction } from 'kysely'
import type { DiscountState, ListedDiscount } from '#app/features/discounts/discount-admin.ts'
import type { DiscountedProduct } from '#app/features/discounts/small-totals.ts'
import { type Pesos, ZERO } from '#app/kernel/money.ts'
import { listQuery } from '#app/kit/lists/list-query.server.ts'
import { keyset } from '#app/platform/database/keyset.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { discountList } from './discount-list.tsx'

const stateAt = (now: Date) => sql<DiscountState>`private.discount_state(discount_codes, ${now})`

const listed = (tx: Transaction<DB>, now: Date) =>
  tx
    .selectFrom('discount_codes')
    .leftJoin('discount_code_totals as sold', 'sold.discount_code_id', 'discount_codes.id')
    .select([
      'discount_codes.id',
      'code',
      'name',
      'description',
      'type',
      'value',
      'max_uses',
      'current_uses',
      'valid_from',
      'valid_until',
      'duration_days',
      'min_order_amount',
      'max_discount_amount',
      'once_per_customer',
      'status',
      'revision',
      'created_at',
      'sold.paid_orders',
      'sold.revenue_clp',
      'sold.discount_clp',
    ])
    .select([
      stateAt(now).as('state'),
      sql<Date | null>`private.discount_ends_at(discount_codes)`.as('ends_at'),
      sql<string[]>`array(
        select part.assessment_id::text from discount_code_products part
        where part.discount_code_id = discount_codes.id order by 1)`.as('product_ids'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof listed>['execute']>>[number]

const toListed = ({ paid_orders, revenue_clp, discount_clp, ...row }: Row): ListedDiscount => ({
  ...row,
  sold: { orders: paid_orders ?? 0, revenue: revenue_clp ?? ZERO, discount: discount_clp ?? ZERO },
})

export type DiscountQuery = Parameters<typeof discountRows.page>[1]

/** Archived codes are listed only when they are filtered for or selected. */
export const discountRows = listQuery(discountList, {
  keyset: query => keyset('discount_codes', query),
  always: ({ state, only }) =>
    only !== undefined ? sql`true` : state === 'archived' ? sql`archived_at is not null` : sql`archived_at is null`,
  where: { state: (state, { now }) => sql`${stateAt(now)} = ${state}` },
  search: {
    id: 'discount_codes.id',
    find: ({ search, state, now }, { column, descending, cursor, max }) =>
      sql`private.find_discount_codes(${search}, ${state ?? null}, ${now}, ${column}, ${descending}, ${cursor}, ${max})`,
  },
  counted: sql`discount_codes`,
  rows: async (tx, page, { now }) => {
    const rows = await listed(tx, now).where(page.where).orderBy(page.orderBy).limit(page.limit).execute()
    return rows.map(toListed)
  },
})

/** One code, archived or not. */
export async function findDiscount(tx: Transaction<DB>, id: string, now: Date): Promise<ListedDiscount | undefined> {
  const row = await listed(tx, now).where('discount_codes.id', '=', id).executeTakeFirst()
  return row && toListed(row)
}

/** Uses that count, and revenue and discounts of paid orders. `usable`: codes that a buyer can use now. */
export type DiscountTotals = {
  codes: number
  usable: number
  uses: number
  discount: Pesos
  revenue: Pesos
  orders: number
}

/**
 * The summary of the codes that match; undefined where they are more than a count covers. Without search and filters
 * the sales of archived codes count, too. For the staff.
 */
export function discountTotals(tx: Transaction<DB>, query: DiscountQuery): Promise<DiscountTotals | undefined> {
  if (!discountRows.isNarrowed(query)) return allCodes(tx, query.now)
  return discountRows.aggregate(tx, query, {
    as: 'discount_codes',
    columns: sql`discount_codes.current_uses, ${stateAt(query.now)} as state, (
      select sold from discount_code_totals sold where sold.discount_code_id = discount_codes.id) as sold`,
    select: sql`
      count(*)::integer as codes,
      count(*) filter (where state = 'active')::integer as usable,
      coalesce(sum(current_uses), 0)::integer as uses,
      coalesce(sum((sold).discount_clp), 0)::bigint as discount,
      coalesce(sum((sold).revenue_clp), 0)::bigint as revenue,
      coalesce(sum((sold).paid_orders), 0)::integer as orders`,
  })
}

async function allCodes(tx: Transaction<DB>, now: Date): Promise<DiscountTotals> {
  const counted = tx
    .selectFrom('discount_codes')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('archived_at', 'is', null).as('codes'),
      fn.countAll<number>().filterWhere(stateAt(now), '=', 'active').as('usable'),
      fn.coalesce(fn.sum<number>('current_uses'), sql<number>`0`).as('uses'),
    ])
    .executeTakeFirstOrThrow()
  const summed = tx
    .selectFrom('discount_code_totals')
    .select(({ fn }) => [
      fn.coalesce(fn.sum<Pesos>('discount_clp'), sql<Pesos>`0`).as('discount'),
      fn.coalesce(fn.sum<Pesos>('revenue_clp'), sql<Pesos>`0`).as('revenue'),
      fn.coalesce(fn.sum<number>('paid_orders'), sql<number>`0`).as('orders'),
    ])
    .executeTakeFirstOrThrow()
  const [codes, sold] = await Promise.all([counted, summed])
  return { ...codes, ...sold }
}

/** Products that a code can apply to, by name, without archived ones. At most 500. */
export const productChoices = (tx: Transaction<DB>): Promise<DiscountedProduct[]> =>
  tx
    .selectFrom('assessments')
    .select(['id', 'name', 'base_price_clp', 'allow_business', 'min_seats', 'max_seats'])
    .select(({ eb }) => eb('status', '=', 'active').$castTo<boolean>().as('isOnSale'))
    .where('deleted_at', 'is', null)
    .where('status', '<>', 'archived')
    .orderBy('name')
    .limit(500)
    .execute()

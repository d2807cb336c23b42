import { sql } from 'kysely'
import { z } from 'zod'
import { clientName } from '#app/features/clients/clients.ts'
import { listQuery } from '#app/kit/lists/list-query.server.ts'
import { keyset } from '#app/platform/database/keyset.server.ts'
import { codeUseList } from './code-use-list.tsx'
import { findDiscount } from './discount-list.server.ts'

export const codeUseRows = listQuery(codeUseList, {
  parent: async (tx, { discountId }, now) => {
    const id = z.uuid().safeParse(discountId)
    const discount = id.success ? await findDiscount(tx, id.data, now) : undefined
    return discount && { codeId: discount.id, code: discount.code }
  },
  always: ({ codeId }) => sql`redemption.discount_code_id = ${codeId}`,
  keyset: query => keyset('discount_redemptions', query, 'redemption'),
  period: 'redemption.created_at',
  where: {
    state: state =>
      state === 'released'
        ? sql`redemption.released_at is not null`
        : sql`redemption.released_at is null and orders.status = ${state}`,
  },
  // An index finds the uses of one code; the search text of their orders is compared row by row.
  search: { words: 'orders.list_words' },
  counted: sql`discount_redemptions redemption join orders on orders.id = redemption.order_id`,
  rows: async (tx, page) => {
    const rows = await tx
      .selectFrom('discount_redemptions as redemption')
      .innerJoin('orders', 'orders.id', 'redemption.order_id')
      .innerJoin('profiles', 'profiles.id', 'redemption.user_id')
      .select([
        'redemption.id',
        'redemption.created_at',
        'redemption.released_at',
        'redemption.amount_clp',
        'orders.id as order_id',
        'orders.order_number',
        'orders.status',
        'orders.total_clp',
        'profiles.id as client_id',
        'profiles.first_name',
        'profiles.last_name',
        'profiles.email',
        'profiles.deleted_at',
      ])
      .where(page.where)
      .orderBy(page.orderBy)
      .limit(page.limit)
      .execute()
    return rows.map(row => ({
      id: row.id,
      created_at: row.created_at,
      released_at: row.released_at,
      amount: row.amount_clp,
      order: { id: row.order_id, number: row.order_number, status: row.status, total: row.total_clp },
      client: { id: row.client_id, name: clientName(row), email: row.deleted_at === null ? row.email : null },
    }))
  },
})

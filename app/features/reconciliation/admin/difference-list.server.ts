import { sql } from 'kysely'
import type { Day } from '#app/kernel/dates.ts'
import { listQuery } from '#app/kit/lists/list-query.server.ts'
import { keyset } from '#app/platform/database/keyset.server.ts'
import { differenceList } from './difference-list.tsx'

export const differenceRows = listQuery(differenceList, {
  keyset: query => keyset('reconciliation_differences', query, 'difference'),
  period: 'difference.day_start',
  where: {
    status: status => sql`difference.status = ${status}`,
    kind: kind => sql`difference.kind = ${kind}`,
    gateway: gateway => sql`difference.gateway = ${gateway}`,
  },
  search: { words: 'difference.list_words' },
  counted: sql`reconciliation_differences difference`,
  rows: (tx, page) =>
    tx
      .selectFrom('reconciliation_differences as difference')
      .leftJoin('orders', 'orders.id', 'difference.order_id')
      .select(['difference.id', 'difference.gateway', 'difference.kind', 'difference.reference'])
      .select(['difference.authorization_code', 'difference.our_clp', 'difference.their_clp', 'difference.status'])
      .select([
        'difference.note',
        'difference.order_id',
        'orders.order_number',
        sql<Day>`difference.day::text`.as('day'),
      ])
      .where(page.where)
      .orderBy(page.orderBy)
      .limit(page.limit)
      .execute(),
})

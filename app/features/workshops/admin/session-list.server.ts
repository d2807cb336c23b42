import { sql } from 'kysely'
import { findWorkshopContents } from '#app/features/catalogue/workshop-content.server.ts'
import { fullName } from '#app/features/identity/identity.ts'
import { sessionState } from '#app/features/workshops/workshops.ts'
import { listQuery } from '#app/kit/lists/list-query.server.ts'
import { keyset } from '#app/platform/database/keyset.server.ts'
import { sessionList } from './session-list.tsx'

export type SessionQuery = Parameters<typeof sessionRows.page>[1]

/** Sorted by session the list has only workshops with one; narrowed by days, too. */
export const sessionRows = listQuery(sessionList, {
  keyset: query =>
    query.sort.column === 'starts_at'
      ? keyset('workshop_sessions', query, 'session', 'order_item_id')
      : keyset('order_items', query, 'item'),
  // Of selected rows; the database's function, which finds all others, has conditions of its own.
  always: () => sql`product.type = 'workshop'`,
  where: { state: () => sql`true` },
  search: {
    required: true,
    id: 'item.id',
    find: ({ state, search, from, until, now }, { column, descending, cursor, max }) =>
      sql`private.find_workshops(${state ?? 'all'}, ${search}, ${from ?? null}, ${until ?? null}, ${now},
        ${column}, ${descending}, ${cursor}, ${max})`,
  },
  counted: sql`order_items item join assessments product on product.id = item.assessment_id`,
  rows: async (tx, page, { now }) => {
    const rows = await tx
      .selectFrom('order_items as item')
      .innerJoin('orders as order', 'order.id', 'item.order_id')
      .innerJoin('assessments as product', 'product.id', 'item.assessment_id')
      .innerJoin('profiles as buyer', 'buyer.id', 'item.user_id')
      .leftJoin('workshop_sessions as session', 'session.order_item_id', 'item.id')
      .innerJoinLateral(
        inner =>
          inner
            .selectFrom('user_accesses as access')
            .whereRef('access.order_item_id', '=', 'item.id')
            .where('access.status', '<>', 'revoked')
            .select(({ fn }) => [
              fn.countAll<number>().as('people'),
              fn.countAll<number>().filterWhere('access.status', '=', 'completed').as('attended'),
            ])
            .as('counted'),
        join => join.onTrue(),
      )
      .select([
        'item.id',
        'item.created_at',
        'item.total_seats as seats',
        'product.name',
        'product.slug',
        'order.order_number',
        'buyer.first_name',
        'buyer.last_name',
        'counted.people',
        'counted.attended',
        'session.starts_at',
        'session.minutes',
        'session.cancelled_at',
      ])
      .select(({ fn }) => fn.coalesce('order.company_name', 'buyer.company').as('company'))
      .where(page.where)
      .orderBy(page.orderBy)
      .limit(page.limit)
      .execute()
    const contents = await findWorkshopContents(
      tx,
      rows.map(row => row.slug),
    )
    return rows.map(({ first_name, last_name, company, slug, starts_at, cancelled_at, ...row }) => ({
      ...row,
      client: { name: fullName({ first_name, last_name }), company },
      starts_at,
      cancelled_at,
      state: contents.get(slug)?.selfPaced
        ? ('own_pace' as const)
        : sessionState(starts_at === null ? undefined : { starts_at, cancelled_at }, now),
    }))
  },
})

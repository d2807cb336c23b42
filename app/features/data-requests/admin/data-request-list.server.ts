import { sql } from 'kysely'
import { nearDeadline } from '#app/features/data-requests/data-requests.ts'
import { fullName } from '#app/features/identity/identity.ts'
import { listQuery } from '#app/kit/lists/list-query.server.ts'
import { keyset } from '#app/platform/database/keyset.server.ts'
import { dataRequestList } from './data-request-list.tsx'

export const dataRequestRows = listQuery(dataRequestList, {
  keyset: query => keyset('data_requests', query),
  period: 'data_requests.received_at',
  where: {
    status: status => sql`data_requests.status = ${status}`,
    kind: kind => sql`data_requests.kind = ${kind}`,
    due: (_, { now }) => sql`data_requests.status = 'open' and data_requests.due_at <= ${nearDeadline(now)}`,
  },
  search: {
    id: 'data_requests.id',
    find: ({ search, status, kind, due, from, until, now }, { column, descending, cursor, max }) =>
      sql`private.find_data_requests(${search}, ${status ?? null}, ${kind ?? null}, ${due === undefined ? null : nearDeadline(now)},
        ${from ?? null}, ${until ?? null}, ${column}, ${descending}, ${cursor}, ${max})`,
  },
  counted: sql`data_requests`,
  rows: async (tx, page, { now }) => {
    const rows = await tx
      .selectFrom('data_requests')
      .leftJoin('profiles as assignee', join =>
        join.on(sql<boolean>`assignee.id = coalesce(data_requests.answered_by, data_requests.assigned_to)`),
      )
      .select([
        'data_requests.id',
        'data_requests.number',
        'data_requests.kind',
        'data_requests.status',
        'data_requests.channel',
        'data_requests.email',
        'data_requests.person_name',
        'data_requests.received_at',
        'data_requests.due_at',
        'data_requests.answered_at',
        'assignee.first_name',
        'assignee.last_name',
      ])
      .where(page.where)
      .orderBy(page.orderBy)
      .limit(page.limit)
      .execute()
    return rows.map(({ first_name, last_name, person_name, ...row }) => ({
      ...row,
      person: person_name,
      assignee: first_name === null ? null : fullName({ first_name, last_name: last_name ?? '' }),
      now,
    }))
  },
})

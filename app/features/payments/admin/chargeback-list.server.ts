import { sql } from 'kysely'
import { clientName } from '#app/features/clients/clients.ts'
import { nearDeadline } from '#app/features/payments/chargebacks/chargebacks.ts'
import { dayOf, parseDay } from '#app/kernel/dates.ts'
import { listQuery } from '#app/kit/lists/list-query.server.ts'
import { keyset } from '#app/platform/database/keyset.server.ts'
import { chargebackList } from './chargeback-list.tsx'

export const chargebackRows = listQuery(chargebackList, {
  keyset: query => keyset('chargebacks', query),
  period: 'chargebacks.created_at',
  where: {
    status: status => sql`chargebacks.status = ${status}`,
    reason: reason => sql`chargebacks.reason = ${reason}`,
    due: (_, { now }) => sql`chargebacks.status = 'received' and chargebacks.answer_by <= ${nearDeadline(now)}`,
  },
  search: {
    id: 'chargebacks.id',
    find: ({ search, status, reason, due, from, until, now }, { column, descending, cursor, max }) =>
      sql`private.find_chargebacks(${search}, ${status ?? null}, ${reason ?? null}, ${due === undefined ? null : nearDeadline(now)},
        ${from ?? null}, ${until ?? null}, ${column}, ${descending}, ${cursor}, ${max})`,
  },
  counted: sql`chargebacks`,
  rows: async (tx, page, { now }) => {
    const rows = await tx
      .selectFrom('chargebacks')
      .innerJoin('orders', 'orders.id', 'chargebacks.order_id')
      .innerJoin('profiles', 'profiles.id', 'orders.user_id')
      .select([
        'chargebacks.id',
        'chargebacks.amount_clp',
        'chargebacks.reason',
        'chargebacks.reference',
        'chargebacks.status',
        'chargebacks.accesses_revoked_at',
        'chargebacks.created_at',
        'chargebacks.settled_at',
        'orders.id as order_id',
        'orders.order_number',
        'profiles.first_name',
        'profiles.last_name',
        'profiles.email',
        'profiles.deleted_at',
      ])
      .select([
        sql<string>`chargebacks.received_on::text`.as('received_on'),
        sql<string>`chargebacks.answer_by::text`.as('answer_by'),
      ])
      .where(page.where)
      .orderBy(page.orderBy)
      .limit(page.limit)
      .execute()
    const today = dayOf(now)
    return rows.map(row => ({
      id: row.id,
      order: { id: row.order_id, number: row.order_number },
      client: clientName(row),
      amount: row.amount_clp,
      reason: row.reason,
      reference: row.reference,
      status: row.status,
      receivedOn: parseDay(row.received_on) ?? today,
      answerBy: parseDay(row.answer_by) ?? today,
      revoked: row.accesses_revoked_at !== null,
      created_at: row.created_at,
      settled_at: row.settled_at,
      today,
    }))
  },
})

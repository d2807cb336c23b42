import { sql } from 'kysely'
import { dayOf } from '#app/kernel/dates.ts'
import { ZERO } from '#app/kernel/money.ts'
import { listQuery } from '#app/kit/lists/list-query.server.ts'
import { keyset } from '#app/platform/database/keyset.server.ts'
import { bankLineList } from './bank-line-list.tsx'

export const bankLineRows = listQuery(bankLineList, {
  keyset: query => keyset('bank_lines', query, 'line'),
  period: 'line.booked_at',
  where: {
    state: state =>
      state === 'surplus' ? sql`line.surplus_clp > 0 and line.surplus_returned_at is null` : sql`line.state = ${state}`,
    account: account => sql`line.account_id = ${account}`,
  },
  search: {
    id: 'line.id',
    find: ({ search, state, account, from, until }, { column, descending, cursor, max }) =>
      sql`private.find_bank_lines(${search}, ${state ?? null}, ${account ?? null}, ${from ?? null}, ${until ?? null},
        ${column}, ${descending}, ${cursor}, ${max})`,
  },
  counted: sql`bank_lines line`,
  rows: async (tx, page) => {
    const rows = await tx
      .selectFrom('bank_lines as line')
      .innerJoin('bank_accounts as account', 'account.id', 'line.account_id')
      .leftJoin('orders as order', 'order.id', 'line.order_id')
      .select([
        'line.id',
        'account.name as account',
        'line.booked_at',
        'line.amount_clp',
        'line.description',
        'line.operation',
        'line.payer_rut',
        'line.state',
        'line.note',
        'line.surplus_clp',
        'line.surplus_returned_at',
        'line.order_id',
        'order.order_number',
      ])
      .where(page.where)
      .orderBy(page.orderBy)
      .limit(page.limit)
      .execute()
    return rows.map(row => ({
      id: row.id,
      account: row.account,
      bookedOn: dayOf(row.booked_at),
      amount: row.amount_clp,
      description: row.description,
      operation: row.operation,
      rut: row.payer_rut,
      state: row.state,
      note: row.note,
      order: row.order_id === null ? null : { id: row.order_id, number: row.order_number ?? '' },
      owed: row.surplus_returned_at === null ? row.surplus_clp : ZERO,
    }))
  },
})

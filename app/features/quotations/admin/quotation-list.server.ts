import { sql } from 'kysely'
import { quotationState } from '#app/features/quotations/quotations.ts'
import { listQuery } from '#app/kit/lists/list-query.server.ts'
import { keyset } from '#app/platform/database/keyset.server.ts'
import { quotationList } from './quotation-list.tsx'

const BOUGHT = sql<boolean>`exists (
  select from orders bought where bought.quotation_id = quotations.id and bought.status in ('paid', 'charged_back'))`

export const quotationRows = listQuery(quotationList, {
  keyset: query => keyset('quotations', query),
  period: 'quotations.issued_at',
  where: {
    state: (state, { now }) =>
      state === 'bought'
        ? sql`${BOUGHT}`
        : state === 'valid'
          ? sql`not ${BOUGHT} and quotations.valid_until >= ${now}`
          : sql`not ${BOUGHT} and quotations.valid_until < ${now}`,
  },
  search: {
    id: 'quotations.id',
    find: ({ search, state, now, from, until }, { column, descending, cursor, max }) =>
      sql`private.find_quotations(${search}, ${state ?? null}, ${now}, ${from ?? null}, ${until ?? null},
        ${column}, ${descending}, ${cursor}, ${max})`,
  },
  counted: sql`quotations`,
  rows: async (tx, page, { now }) => {
    const rows = await tx
      .selectFrom('quotations')
      .innerJoinLateral(
        inner =>
          inner
            .selectFrom('quotation_lines')
            .whereRef('quotation_lines.quotation_id', '=', 'quotations.id')
            .select(({ fn }) => [
              fn.countAll<number>().as('products'),
              fn.coalesce(fn.sum<number>('quotation_lines.seats'), sql<number>`0`).as('seats'),
            ])
            .as('counted'),
        join => join.onTrue(),
      )
      .select(['id', 'number', 'issued_at', 'valid_until', 'user_id', 'buyer_name', 'buyer_email', 'company_name'])
      .select(['total_clp', 'counted.products', 'counted.seats'])
      .select(BOUGHT.as('is_bought'))
      .where(page.where)
      .orderBy(page.orderBy)
      .limit(page.limit)
      .execute()
    return rows.map(row => ({
      id: row.id,
      number: row.number,
      issuedAt: row.issued_at,
      validUntil: row.valid_until,
      client: { id: row.user_id, name: row.buyer_name, company: row.company_name, email: row.buyer_email },
      products: row.products,
      seats: Number(row.seats),
      total_clp: row.total_clp,
      state: quotationState({ isBought: row.is_bought, validUntil: row.valid_until }, now),
    }))
  },
})

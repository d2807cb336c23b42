import { type RawBuilder, sql, type Transaction } from 'kysely'
import { MAX_HAND_LINES } from '#app/features/payments/manual/resolution.ts'
import { addDays } from '#app/kernel/dates.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { plainText } from '#app/platform/sheets/plain-text.ts'
import type { MatchLine, MatchOrder } from './candidates.ts'

/** An order that a credit may pay, with what a person needs to decide. */
export type CandidateOrder = MatchOrder & {
  client: { id: string; name: string; email: string }
  company: string | null
  created_at: Date
  held_until: Date | null
}

/** Pending orders, and payments recorded by hand, that are compared; the newest. */
const MOST = 2000
/** Days for which a recorded payment waits for its credit, and in which a late transfer may come for a cancelled order. */
const WAITING_DAYS = 180

/** Parts of order numbers in texts: their thirteen digits, and whole quotation numbers. */
function partsIn(lines: readonly Pick<MatchLine, 'description'>[]): { digits: string[]; quotations: string[] } {
  const texts = lines.map(({ description }) => plainText(description).replaceAll(' ', ''))
  const digits = texts.flatMap(text => [...text.matchAll(/1\d{12}/g)].map(([found]) => found))
  const quotations = texts.flatMap(text =>
    [...text.matchAll(/cot(\d{4})(\d{6,})/g)].map(([, year, number]) => `COT-${year}-${number}`),
  )
  return { digits: [...new Set(digits)], quotations: [...new Set(quotations)] }
}

/**
 * The orders that credits may belong to: pending ones, those whose recorded payment has no credit yet, those that a text names whatever
 * their state, and cancelled ones that waited for a transfer of the same amount. For administrators; the cost does not grow with the shop.
 */
export async function candidateOrders(
  tx: Transaction<DB>,
  lines: readonly MatchLine[],
  now: Date,
): Promise<CandidateOrder[]> {
  if (lines.length === 0) return []
  const { digits, quotations } = partsIn(lines)
  const amounts = [...new Set(lines.map(({ amount }) => amount))]
  const since = addDays(now, -WAITING_DAYS)
  return ordersIn(
    tx,
    sql`(select id from orders where status = 'pending' order by created_at desc limit ${MOST})
      union
      (select payment.order_id from (
        select attempt_id, order_id from manual_payments where created_at >= ${since} order by created_at desc limit ${MOST}) payment
       where not exists (select from bank_lines line where line.attempt_id = payment.attempt_id))
      union
      (select named.id from unnest(${digits}::text[]) part join orders named on named.list_words @@ private.list_query(part))
      union
      (select named.id from quotations quoted join orders named on named.quotation_id = quoted.id where quoted.number = any(${quotations}::text[]))
      union
      (select id from orders where total_clp = any(${amounts}::bigint[]) and status = 'failed' and held_until >= ${since} limit ${MOST})`,
  )
}

/** Orders that a search finds. */
const FOUND = 10

/** The newest orders by the text that a person typed, as the list of orders finds them. For administrators. */
export const searchOrders = (tx: Transaction<DB>, search: string): Promise<CandidateOrder[]> =>
  ordersIn(
    tx,
    sql`select private.find_orders(${search}, null, null, null, null, null, 'created_at', true, null, ${FOUND})`,
  )

/** The products of an order as a new one of the same would name them. */
export const findProducts = (tx: Transaction<DB>, orderId: string) =>
  tx
    .selectFrom('order_items')
    .select(['assessment_id', 'mode', 'seats'])
    .where('order_id', '=', orderId)
    .where('tops_up_item_id', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_HAND_LINES)
    .execute()

async function ordersIn(tx: Transaction<DB>, ids: RawBuilder<unknown>): Promise<CandidateOrder[]> {
  const rows = await tx
    .selectFrom('orders')
    .innerJoin('profiles as client', 'client.id', 'orders.user_id')
    .leftJoin('organisations as organisation', 'organisation.id', 'orders.organisation_id')
    .leftJoin('companies as company', 'company.id', 'client.company_id')
    .leftJoin('quotations as quotation', 'quotation.id', 'orders.quotation_id')
    .leftJoinLateral(
      inner =>
        inner
          .selectFrom('manual_payments as payment')
          .whereRef('payment.order_id', '=', 'orders.id')
          .where(sql<boolean>`not exists (select from bank_lines line where line.attempt_id = payment.attempt_id)`)
          .select(['payment.attempt_id', 'payment.method', 'payment.reference'])
          .limit(1)
          .as('recorded'),
      join => join.onTrue(),
    )
    .select([
      'orders.id',
      'orders.order_number',
      'orders.status',
      'orders.total_clp',
      'orders.purchase_order',
      'orders.created_at',
      'orders.held_until',
      'orders.company_name',
      'orders.billing_name',
      'quotation.number as quotation',
      'client.id as client_id',
      'client.first_name',
      'client.last_name',
      'client.email',
      'client.company',
      'recorded.attempt_id',
      'recorded.method',
      'recorded.reference',
    ])
    .select(
      sql<string[]>`array(
        select distinct rut from (
          values (orders.billing_rut), (organisation.rut), (company.rut)
          union all
          select * from (
            select line.payer_rut from orders bought join bank_lines line on line.order_id = bought.id
            where bought.holder_id = orders.holder_id limit 20) paid
        ) known (rut) where rut is not null)`.as('ruts'),
    )
    .where(sql<boolean>`orders.id in (${ids})`)
    .orderBy('orders.created_at', 'desc')
    .execute()
  return rows.map(row => ({
    id: row.id,
    number: row.order_number,
    status: row.status,
    total: row.total_clp,
    ruts: row.ruts,
    quotation: row.quotation,
    purchaseOrder: row.purchase_order,
    recorded:
      row.status !== 'paid' || row.attempt_id === null || row.method === null || row.reference === null
        ? null
        : { attemptId: row.attempt_id, method: row.method, reference: row.reference },
    client: { id: row.client_id, name: `${row.first_name} ${row.last_name}`.trim(), email: row.email },
    company: row.billing_name ?? row.company_name ?? row.company,
    created_at: row.created_at,
    held_until: row.held_until,
  }))
}

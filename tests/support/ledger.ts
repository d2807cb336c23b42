import { randomUUID } from 'node:crypto'
import { orderPaid } from '#app/features/payments/order-paid.server.ts'
import type { TestDatabase } from './database.ts'
import { asShop } from './shop-transaction.ts'

/** The entries of an order in the ledger, by their event: account and pesos of each line, debits positive. */
export async function entriesOf(database: TestDatabase, orderId: string): Promise<Record<string, unknown>[]> {
  const { rows } = await database.ownerPool.query(
    `select entry.event, entry.is_simulated as simulated, coalesce(
       jsonb_object_agg(line.account, line.debit_clp - line.credit_clp) filter (where line.account is not null), '{}') as lines
     from ledger_entries entry left join ledger_lines line on line.entry_id = entry.id
     where entry.order_id = $1 group by entry.id order by entry.at, entry.created_at, entry.event`,
    [orderId],
  )
  return rows
}

/** The sum of each account over all entries of an order, debits positive; accounts at zero are left out. */
export async function balancesOf(database: TestDatabase, orderId: string): Promise<Record<string, number>> {
  const { rows } = await database.ownerPool.query<{ account: string; balance: number }>(
    `select account, sum(debit_clp - credit_clp)::bigint as balance
     from ledger_entries entry join ledger_lines line on line.entry_id = entry.id
     where entry.order_id = $1 group by account having sum(debit_clp - credit_clp) <> 0 order by account`,
    [orderId],
  )
  return Object.fromEntries(rows.map(({ account, balance }) => [account, Number(balance)]))
}

/**
 * A paid order of one item, written as the shop would: its payment at a gateway, of any amounts.
 * @returns the order's and the payment's id.
 */
export async function createCardOrder(
  database: TestDatabase,
  input: { userId: string; productId: string; subtotal: number; discount?: number; gateway?: string; at: Date },
): Promise<{ orderId: string; attemptId: string }> {
  const { userId, productId, subtotal, discount = 0, gateway = 'webpay', at } = input
  const total = subtotal - discount
  const net = Math.round(total / 1.19)
  return asShop(database.ownerPool, async (tx, run) => {
    const only = async (text: string, ...values: unknown[]): Promise<string> =>
      (await run(text, ...values))[0]?.id ?? ''
    const orderId = await only(
      `insert into orders (user_id, order_number, subtotal_clp, discount_clp, total_clp, net_clp, vat_clp, idempotency_key,
         terms_version, terms_accepted_at, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, gen_random_uuid(), '1', $8, $8) returning id`,
      userId,
      `ALH-${at.getTime()}-${userId.slice(-6)}-${randomUUID().slice(0, 8)}`,
      subtotal,
      discount,
      total,
      net,
      total - net,
      at,
    )
    await run(
      `insert into order_items (order_id, user_id, assessment_id, mode, seats, base_price_clp, unit_price_clp, subtotal_clp,
         discount_clp, total_clp, pricing_band, per_extra_rate)
       values ($1, $2, $3, 'self', 1, $4, $4, $4, $5, $6, 'self', 0.4)`,
      orderId,
      userId,
      productId,
      subtotal,
      discount,
      total,
    )
    await run("update orders set status = 'paid', paid_at = $2 where id = $1", orderId, at)
    const attemptId = await only(
      `insert into payment_attempts (order_id, user_id, gateway, buy_order, token, amount_clp, status, created_at)
       values ($1, $2, $3, left(gen_random_uuid()::text, 26), gen_random_uuid()::text, $4, 'paid', $5) returning id`,
      orderId,
      userId,
      gateway,
      total,
      at,
    )
    await orderPaid(tx, orderId, at)
    return { orderId, attemptId }
  })
}

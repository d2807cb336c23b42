import { sql, type Transaction } from 'kysely'
import { lockOrder } from '#app/features/orders/orders.server.ts'
import { priorStatuses } from '#app/features/payments/attempts/attempts.ts'
import { type Pesos, ZERO } from '#app/kernel/money.ts'
import { storableJson } from '#app/kernel/text.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { AttemptStatus, OrderStatus } from '#app/platform/database/values.ts'
import type { BrowserRequest, Snapshot } from '#app/platform/payments/gateway.ts'
import { type ChargedMeans, MEANS, meansOf } from './order-mails.ts'

export type Attempt = {
  id: string
  order_id: string
  gateway: string
  buy_order: string
  token: string | null
  amount_clp: Pesos
  status: AttemptStatus
  checks: number
  created_at: Date
}

const COLUMNS = [
  'id',
  'order_id',
  'gateway',
  'buy_order',
  'token',
  'amount_clp',
  'status',
  'checks',
  'created_at',
] as const

/** The payment of an order of $0: nothing was charged and no gateway was called. */
export async function insertFreePayment(
  tx: Transaction<DB>,
  payment: { orderId: string; userId: string; buyOrder: string },
): Promise<void> {
  await tx
    .insertInto('payment_attempts')
    .values({
      order_id: payment.orderId,
      user_id: payment.userId,
      gateway: 'free',
      buy_order: payment.buyOrder,
      amount_clp: ZERO,
      status: 'paid',
    })
    .execute()
}

/**
 * Opens an attempt to pay a pending order of this buyer. No row: the order is not pending, is another buyer's, or has
 * another attempt with an open outcome.
 */
export async function insertAttempt(
  tx: Transaction<DB>,
  input: { orderId: string; userId: string; gateway: string; buyOrder: string; checkAt: Date; now: Date },
): Promise<Attempt | undefined> {
  const { rows } = await sql<Attempt>`
    insert into payment_attempts (order_id, user_id, gateway, buy_order, amount_clp, next_check_at, created_at)
    select orders.id, orders.user_id, ${input.gateway}, ${input.buyOrder}, orders.total_clp, ${input.checkAt}, ${input.now}
    from orders
    where orders.id = ${input.orderId} and orders.user_id = ${input.userId} and orders.status = 'pending'
      and not exists (
        select from payment_attempts other
        where other.order_id = orders.id and other.status in ('committing', 'unknown', 'manual_resolution', 'paid'))
    returning id, order_id, gateway, buy_order, token, amount_clp, status, checks, created_at`.execute(tx)
  return rows[0]
}

/** The attempt that a gateway's token names. */
export async function attemptByToken(tx: Transaction<DB>, token: string): Promise<Attempt | undefined> {
  return tx.selectFrom('payment_attempts').select(COLUMNS).where('token', '=', token).executeTakeFirst()
}

/** An attempt as it is now. */
export const attemptById = (tx: Transaction<DB>, id: string): Promise<Attempt> =>
  tx.selectFrom('payment_attempts').select(COLUMNS).where('id', '=', id).executeTakeFirstOrThrow()

/** The attempt of a form that timed out: by the gateway's reference and the attempt's own id. */
export async function attemptByReference(
  tx: Transaction<DB>,
  buyOrder: string,
  id: string,
): Promise<Attempt | undefined> {
  return tx
    .selectFrom('payment_attempts')
    .select(COLUMNS)
    .where('buy_order', '=', buyOrder)
    .where(sql`id::text`, '=', id)
    .executeTakeFirst()
}

export type AttemptChange = {
  token?: string
  /** What opens the gateway's form, where an address alone does not. */
  form?: BrowserRequest
  /** Time of the next check by the recovery; null when nothing is left to check. */
  nextCheckAt: Date | null
  snapshot?: Snapshot
  detail?: string
  /** Number of checks so far; 0 starts over. */
  checks?: number
}

/**
 * Moves an attempt to a state that may follow its current one. False: a concurrent caller moved it, an expected answer.
 */
export async function moveAttempt(
  tx: Transaction<DB>,
  id: string,
  to: AttemptStatus,
  change: AttemptChange,
  from: readonly AttemptStatus[] = priorStatuses(to),
): Promise<boolean> {
  const { snapshot } = change
  const moved = await tx
    .updateTable('payment_attempts')
    .set({
      status: to,
      next_check_at: change.nextCheckAt,
      ...(change.token !== undefined && { token: change.token }),
      ...(change.form && { form: storableJson(change.form) }),
      ...(change.detail !== undefined && { detail: change.detail }),
      ...(change.checks !== undefined && { checks: change.checks }),
      ...(snapshot && {
        authorization_code: snapshot.authorizationCode,
        card_last4: snapshot.cardLast4,
        payment_type_code: snapshot.paymentTypeCode,
        response_code: snapshot.responseCode,
        installments: snapshot.installments,
        installments_amount_clp: snapshot.installmentsAmountClp,
        transaction_date: snapshot.transactionDate,
        accounting_date: snapshot.accountingDate,
      }),
    })
    .where('id', '=', id)
    .where('status', 'in', from)
    .returning('id')
    .executeTakeFirst()
  return moved !== undefined
}

/** The state of an attempt, locked until the transaction ends. */
export async function lockAttempt(tx: Transaction<DB>, id: string): Promise<AttemptStatus | undefined> {
  const row = await tx
    .selectFrom('payment_attempts')
    .select('status')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row?.status
}

/**
 * Claims an attempt for confirmation: one caller wins, only while its order can be paid, and only while no other form of the
 * order is being confirmed or may have brought money.
 */
export async function claimForCommit(
  tx: Transaction<DB>,
  { id, order_id: orderId }: Pick<Attempt, 'id' | 'order_id'>,
  checkAt: Date,
): Promise<Attempt | undefined> {
  // Forms of one order that come back at once wait here; a separate statement, so that the next one sees who won.
  await lockOrder(tx, orderId)
  return tx
    .updateTable('payment_attempts')
    .set({ status: 'committing', next_check_at: checkAt })
    .where('id', '=', id)
    .where('status', '=', 'initiated')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('orders')
          .select('orders.id')
          .whereRef('orders.id', '=', 'payment_attempts.order_id')
          .where('orders.status', '=', 'pending'),
      ),
    )
    .where(
      sql<boolean>`not exists (select from payment_attempts other where other.order_id = payment_attempts.order_id
        and other.id <> payment_attempts.id and other.status in ('committing', 'unknown', 'manual_resolution', 'paid'))`,
    )
    .returning(COLUMNS)
    .executeTakeFirst()
}

/**
 * Claims due attempts for a minute; other workers skip them, and those of a crashed worker become available after the
 * minute.
 */
export async function claimDueAttempts(tx: Transaction<DB>, now: Date, limit: number): Promise<Attempt[]> {
  const { rows } = await sql<Attempt>`
    update payment_attempts set checks = checks + 1, next_check_at = ${new Date(now.getTime() + 60_000)}
    where id in (
      select id from payment_attempts where next_check_at <= ${now} order by next_check_at
      for update skip locked limit ${limit})
    returning id, order_id, gateway, buy_order, token, amount_clp, status, checks, created_at`.execute(tx)
  return rows
}

/**
 * Records that a whole payment was refunded. Undefined: it was recorded before. @param byHand by the staff, from the
 * shop's bank account. @returns how it was paid.
 */
export async function markRefunded(
  tx: Transaction<DB>,
  id: string,
  amount: Pesos,
  byHand = false,
): Promise<{ paymentTypeCode: string | null; cardLast4: string | null } | undefined> {
  const refunded = await tx
    .updateTable('payment_attempts')
    .set({ status: 'refunded', refunded_clp: amount, returned_by_hand: byHand, next_check_at: null })
    .where('id', '=', id)
    .where('status', 'in', ['refund_pending', 'manual_resolution'])
    .returning(['payment_type_code', 'card_last4'])
    .executeTakeFirst()
  return refunded && { paymentTypeCode: refunded.payment_type_code, cardLast4: refunded.card_last4 }
}

type OrderToResend = {
  id: string
  status: OrderStatus
  created_at: Date
  paid_at: Date | null
  held_until: Date | null
  /** How it was paid; undefined for unpaid orders and orders of $0. */
  card: ChargedMeans | undefined
  /** Params of the newest notice of its refund or cancellation; undefined where none was sent. */
  notice: unknown
}

/** Templates that tell a buyer how an order stands. */
const STATE_MAILS = ['order_receipt', 'order_waiting', 'order_cancelled', 'refund_notice'] as const

/** The orders none of whose mails is queued, locked so that a concurrent request waits. */
export async function ordersToResend(tx: Transaction<DB>, orderIds: readonly string[]): Promise<OrderToResend[]> {
  const orders = await tx
    .selectFrom('orders')
    .select(['id', 'status', 'created_at', 'paid_at', 'held_until'])
    .where('id', 'in', orderIds)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (orders.length === 0) return []
  const ids = orders.map(order => order.id)
  // A separate statement, so that it sees the mails of the transaction that held the lock before.
  const mails = await tx
    .selectFrom('mails')
    .select(['order_id', 'template', 'status', 'params'])
    .where('order_id', 'in', ids)
    .where('template', 'in', STATE_MAILS)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  const cards = await tx
    .selectFrom('payment_attempts')
    .select(['order_id', ...MEANS])
    .where('order_id', 'in', ids)
    .where('status', 'in', ['paid', 'partially_refunded'])
    .where('gateway', '<>', 'free')
    .execute()
  const queued = new Set(mails.filter(({ status }) => WAITING.includes(status)).map(mail => mail.order_id))
  return orders.flatMap(order => {
    if (queued.has(order.id)) return []
    const card = cards.find(found => found.order_id === order.id)
    const template = order.status === 'refunded' ? 'refund_notice' : 'order_cancelled'
    const notice = mails.find(mail => mail.order_id === order.id && mail.template === template)?.params
    return [{ ...order, card: card && meansOf(card), notice }]
  })
}

const WAITING: readonly string[] = ['queued', 'sending']

import { sql, type Transaction } from 'kysely'
import { type Pesos, ZERO } from '#app/kernel/money.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { AttemptStatus, RefundStatus } from '#app/platform/database/values.ts'

/** Pesos of an order that chargebacks claim or took. */
export async function sumChargedBack(tx: Transaction<DB>, orderId: string): Promise<Pesos> {
  const row = await tx.selectFrom('orders').select('charged_back_clp').where('id', '=', orderId).executeTakeFirst()
  return row?.charged_back_clp ?? ZERO
}

/** The payment of an order. Amounts in pesos. */
export type PaidAttempt = {
  id: string
  gateway: string
  token: string | null
  amount_clp: Pesos
  refunded_clp: Pesos
  /** The part of these that the staff refunded themselves, which the gateway does not know. */
  by_hand_clp: Pesos
  installments: number | null
  status: AttemptStatus
  payment_type_code: string | null
  card_last4: string | null
}

/**
 * The payment of a paid order, locked until the transaction ends; `refund_pending` and `manual_resolution` while a refund is under
 * way.
 */
export async function lockPaidAttempt(tx: Transaction<DB>, orderId: string): Promise<PaidAttempt | undefined> {
  return tx
    .selectFrom('payment_attempts')
    .select([
      'id',
      'gateway',
      'token',
      'amount_clp',
      'refunded_clp',
      'status',
      'installments',
      'payment_type_code',
      'card_last4',
      sql<Pesos>`(select coalesce(sum(refunds.amount_clp), 0) from refunds
        where refunds.attempt_id = payment_attempts.id and refunds.status = 'done' and refunds.by_hand)`.as(
        'by_hand_clp',
      ),
    ])
    .where('order_id', '=', orderId)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('status', 'in', ['paid', 'partially_refunded']),
        // An automatically refunded second payment of the same order has no row here.
        exists(selectFrom('refunds').select('refunds.id').whereRef('refunds.attempt_id', '=', 'payment_attempts.id')),
      ]),
    )
    .forUpdate()
    .executeTakeFirst()
}

/** A requested refund whose outcome is not known yet. */
export type OpenRefund = {
  id: string
  order_id: string
  attempt_id: string
  amount_clp: Pesos
  by_hand: boolean
  created_at: Date
}

const OPEN = ['id', 'order_id', 'attempt_id', 'amount_clp', 'by_hand', 'created_at'] as const

/** Inserts the request for a refund. A payment has one open refund at a time (index refunds_one_open). */
export async function insertRefund(
  tx: Transaction<DB>,
  input: { orderId: string; attemptId: string; amount: Pesos; byHand: boolean; reason: string; now: Date },
): Promise<OpenRefund> {
  return tx
    .insertInto('refunds')
    .values({
      order_id: input.orderId,
      attempt_id: input.attemptId,
      amount_clp: input.amount,
      by_hand: input.byHand,
      reason: input.reason,
      created_at: input.now,
    })
    .returning(OPEN)
    .executeTakeFirstOrThrow()
}

/** The open refund of a payment, under way or waiting for manual resolution. */
export async function findOpenRefund(
  tx: Transaction<DB>,
  attemptId: string,
  status: Extract<RefundStatus, 'pending' | 'manual_resolution'> = 'pending',
): Promise<OpenRefund | undefined> {
  return tx
    .selectFrom('refunds')
    .select(OPEN)
    .where('attempt_id', '=', attemptId)
    .where('status', '=', status)
    .executeTakeFirst()
}

/** Settles a refund once. Undefined: it is already settled. @returns why it was requested. */
export async function settleRefund(
  tx: Transaction<DB>,
  id: string,
  to: { status: Exclude<RefundStatus, 'pending'>; detail?: string; now: Date },
): Promise<string | undefined> {
  const row = await tx
    .updateTable('refunds')
    .set({ status: to.status, detail: to.detail ?? null, settled_at: to.now })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning('reason')
    .executeTakeFirst()
  return row?.reason
}

/**
 * Settles, with a person's finding, a refund that the gateway no longer answers about. Undefined: it is already
 * settled. @returns why it was requested.
 */
export async function settleUnresolvedRefund(
  tx: Transaction<DB>,
  id: string,
  to: { status: Extract<RefundStatus, 'done' | 'declined'>; byHand: boolean; by: string; note: string; now: Date },
): Promise<string | undefined> {
  const row = await tx
    .updateTable('refunds')
    .set({ status: to.status, by_hand: to.byHand, settled_by: to.by, settled_note: to.note, settled_at: to.now })
    .where('id', '=', id)
    .where('status', '=', 'manual_resolution')
    .returning('reason')
    .executeTakeFirst()
  return row?.reason
}

/**
 * Claims a refund for the next request to the gateway. False: another worker has claimed the payment since. There is no
 * idempotency key: two requests for a partial amount would both be carried out.
 */
export async function claimRequest(
  tx: Transaction<DB>,
  attempt: { id: string; checks: number },
  nextCheckAt: Date,
): Promise<boolean> {
  const row = await tx
    .updateTable('payment_attempts')
    .set({ next_check_at: nextCheckAt })
    .where('id', '=', attempt.id)
    .where('status', '=', 'refund_pending')
    .where('checks', '=', attempt.checks)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Adds refunded pesos to a payment and updates its state. */
export async function addRefunded(tx: Transaction<DB>, attemptId: string, amount: Pesos): Promise<void> {
  await tx
    .updateTable('payment_attempts')
    .set({
      refunded_clp: sql<Pesos>`refunded_clp + ${amount}`,
      status: sql<AttemptStatus>`case when refunded_clp + ${amount} = amount_clp then 'refunded' else 'partially_refunded' end`,
      next_check_at: null,
    })
    .where('id', '=', attemptId)
    .where('status', 'in', ['refund_pending', 'manual_resolution'])
    .execute()
}

/** Marks a paid order as refunded; the database revokes its accesses with it. False: it was not paid. */
export async function markOrderRefunded(tx: Transaction<DB>, orderId: string): Promise<boolean> {
  const row = await tx
    .updateTable('orders')
    .set({ status: 'refunded' })
    .where('id', '=', orderId)
    .where('status', '=', 'paid')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

import { sql, type Transaction } from 'kysely'
import { fullName } from '#app/features/identity/identity.ts'
import { type Day, parseDay } from '#app/kernel/dates.ts'
import type { Pesos } from '#app/kernel/money.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ChargebackReason, ChargebackStatus, OrderStatus } from '#app/platform/database/values.ts'

/** A chargeback as its use cases read it. Pesos and days of Santiago. */
export type Chargeback = {
  id: string
  order_id: string
  amount_clp: Pesos
  status: ChargebackStatus
  accesses_revoked_at: Date | null
  /** That took the payment. */
  gateway: string
}

/**
 * The chargeback, locked until the transaction ends, after its order: refunds and other chargebacks lock in the same
 * order.
 */
export async function lockChargeback(
  tx: Transaction<DB>,
  id: string,
): Promise<{ chargeback: Chargeback; order: OrderStatus } | undefined> {
  const { rows } = await sql<{ status: OrderStatus }>`
    select status from orders where id = (select order_id from chargebacks where id = ${id}) for update`.execute(tx)
  const chargeback = await tx
    .selectFrom('chargebacks')
    .innerJoin('payment_attempts', 'payment_attempts.id', 'chargebacks.attempt_id')
    .select([
      'chargebacks.id',
      'chargebacks.order_id',
      'chargebacks.amount_clp',
      'chargebacks.status',
      'chargebacks.accesses_revoked_at',
      'payment_attempts.gateway',
    ])
    .where('chargebacks.id', '=', id)
    .forUpdate('chargebacks')
    .executeTakeFirst()
  const [order] = rows
  return order && chargeback && { chargeback, order: order.status }
}

/** Inserts a chargeback, from which `chargebackOpened` follows. @returns its id */
export async function insertChargeback(
  tx: Transaction<DB>,
  input: {
    orderId: string
    attemptId: string
    amount: Pesos
    reason: ChargebackReason
    note: string | null
    reference: string | null
    receivedOn: Day
    answerBy: Day
    now: Date
  },
): Promise<string> {
  const { id } = await tx
    .insertInto('chargebacks')
    .values({
      order_id: input.orderId,
      attempt_id: input.attemptId,
      amount_clp: input.amount,
      reason: input.reason,
      note: input.note,
      reference: input.reference,
      received_on: input.receivedOn,
      answer_by: input.answerBy,
      created_at: input.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The number of the order of another chargeback with this reference of the bank. */
export async function orderOfReference(tx: Transaction<DB>, reference: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('chargebacks')
    .innerJoin('orders', 'orders.id', 'chargebacks.order_id')
    .select('orders.order_number')
    .where(sql`lower(btrim(reference))`, '=', sql`lower(btrim(${reference}::text))`)
    .where('reference', 'is not', null)
    .executeTakeFirst()
  return row?.order_number
}

/** Changes a chargeback that its caller has locked. */
export async function changeChargeback(
  tx: Transaction<DB>,
  id: string,
  change: {
    status?: ChargebackStatus
    answer?: string
    answered_at?: Date
    settled_at?: Date
    settled_note?: string
    accesses_revoked_at?: Date
  },
): Promise<void> {
  await tx.updateTable('chargebacks').set(change).where('id', '=', id).execute()
}

/** Revokes all accesses of a paid order. False: it is not paid, so they were revoked before. */
export const revokeForChargeback = (tx: Transaction<DB>, orderId: string): Promise<boolean> =>
  moveOrder(tx, orderId, 'paid', 'charged_back')

/** Makes an order usable again, unless another chargeback that is not won revoked its accesses too. */
export async function restoreAfterChargeback(tx: Transaction<DB>, orderId: string): Promise<boolean> {
  const other = await tx
    .selectFrom('chargebacks')
    .select('id')
    .where('order_id', '=', orderId)
    .where('accesses_revoked_at', 'is not', null)
    .where('status', '<>', 'won')
    .executeTakeFirst()
  return other === undefined && moveOrder(tx, orderId, 'charged_back', 'paid')
}

async function moveOrder(tx: Transaction<DB>, orderId: string, from: OrderStatus, to: OrderStatus): Promise<boolean> {
  const moved = await tx
    .updateTable('orders')
    .set({ status: to })
    .where('id', '=', orderId)
    .where('status', '=', from)
    .returning('id')
    .executeTakeFirst()
  return moved !== undefined
}

const details = (tx: Transaction<DB>) =>
  tx
    .selectFrom('chargebacks as chargeback')
    .innerJoin('orders', 'orders.id', 'chargeback.order_id')
    .leftJoin('profiles as recorder', 'recorder.id', 'chargeback.recorded_by')
    .select([
      'chargeback.id',
      'chargeback.order_id',
      'chargeback.amount_clp',
      'chargeback.reason',
      'chargeback.note',
      'chargeback.reference',
      'chargeback.status',
      'chargeback.answer',
      'chargeback.answered_at',
      'chargeback.settled_at',
      'chargeback.settled_note',
      'chargeback.accesses_revoked_at',
      'chargeback.created_at',
      'orders.order_number',
      'orders.status as order_status',
      'orders.total_clp',
      'recorder.first_name',
      'recorder.last_name',
    ])
    .select([
      sql<string>`chargeback.received_on::text`.as('received_on'),
      sql<string>`chargeback.answer_by::text`.as('answer_by'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof details>['execute']>>[number]

function toDetail({ first_name, last_name, received_on, answer_by, ...row }: Row) {
  const [receivedOn, answerBy] = [parseDay(received_on), parseDay(answer_by)]
  if (receivedOn === undefined || answerBy === undefined) throw new Error(`Chargeback ${row.id} has no days`)
  const by = first_name === null ? '' : fullName({ first_name, last_name: last_name ?? '' })
  return { ...row, receivedOn, answerBy, by }
}

export type ChargebackDetail = ReturnType<typeof toDetail>

/** A chargeback as its page shows it. For the staff. */
export async function findChargeback(tx: Transaction<DB>, id: string): Promise<ChargebackDetail | undefined> {
  const row = await details(tx).where('chargeback.id', '=', id).executeTakeFirst()
  return row && toDetail(row)
}

/** The chargebacks of an order, newest first. For the staff. */
export async function findOrderChargebacks(tx: Transaction<DB>, orderId: string): Promise<ChargebackDetail[]> {
  const rows = await details(tx)
    .where('chargeback.order_id', '=', orderId)
    .orderBy('chargeback.created_at', 'desc')
    .orderBy('chargeback.id')
    .execute()
  return rows.map(toDetail)
}

import { sql, type Transaction } from 'kysely'
import { fullName } from '#app/features/identity/identity.ts'
import type { DB } from '#app/platform/database/schema.ts'

/** The payment attempts of an order, newest first, with the administrator's note on those without a gateway. */
export async function findPayments(tx: Transaction<DB>, orderId: string) {
  const rows = await tx
    .selectFrom('payment_attempts as attempt')
    .leftJoin('manual_payments as manual', 'manual.attempt_id', 'attempt.id')
    .leftJoin('profiles as recorder', 'recorder.id', 'manual.recorded_by')
    .select([
      'attempt.id',
      'attempt.gateway',
      'attempt.buy_order',
      'attempt.amount_clp',
      'attempt.refunded_clp',
      'attempt.status',
      'attempt.authorization_code',
      'attempt.card_last4',
      'attempt.payment_type_code',
      'attempt.response_code',
      'attempt.installments',
      'attempt.installments_amount_clp',
      'attempt.transaction_date',
      'attempt.detail',
      'attempt.created_at',
      'attempt.updated_at',
      'manual.reference',
      'manual.note',
      'recorder.first_name',
      'recorder.last_name',
    ])
    .select(sql<string | null>`to_char(manual.paid_on, 'DD-MM-YYYY')`.as('paid_on'))
    .where('attempt.order_id', '=', orderId)
    .orderBy('attempt.created_at', 'desc')
    .orderBy('attempt.id')
    .execute()
  return rows.map(({ first_name, last_name, reference, note, paid_on, ...row }) => ({
    ...row,
    manual: reference === null ? undefined : { reference, note, paidOn: paid_on, by: nameOf(first_name, last_name) },
  }))
}

export type OrderPayment = Awaited<ReturnType<typeof findPayments>>[number]

/** The refunds of an order and the open requests, newest first. */
export async function findRefunds(tx: Transaction<DB>, orderId: string) {
  const rows = await tx
    .selectFrom('refunds')
    .leftJoin('profiles', 'profiles.id', 'refunds.requested_by')
    .leftJoin('profiles as settler', 'settler.id', 'refunds.settled_by')
    .select([
      'refunds.id',
      'refunds.attempt_id',
      'refunds.by_hand',
      'refunds.settled_note',
      'settler.first_name as settler_first_name',
      'settler.last_name as settler_last_name',
      'refunds.amount_clp',
      'refunds.reason',
      'refunds.status',
      'refunds.detail',
      'refunds.created_at',
      'refunds.settled_at',
      'profiles.first_name',
      'profiles.last_name',
    ])
    .where('refunds.order_id', '=', orderId)
    .orderBy('refunds.created_at', 'desc')
    .execute()
  return rows.map(({ first_name, last_name, settler_first_name, settler_last_name, settled_note, ...row }) => ({
    ...row,
    /** Who resolved it manually, and what that person found. */
    settled:
      settled_note === null ? undefined : { by: nameOf(settler_first_name, settler_last_name), note: settled_note },
    by: nameOf(first_name, last_name),
  }))
}

export type OrderRefund = Awaited<ReturnType<typeof findRefunds>>[number]

const nameOf = (first_name: string | null, last_name: string | null): string =>
  first_name === null ? '' : fullName({ first_name, last_name: last_name ?? '' })

import { type RawBuilder, sql, type Transaction } from 'kysely'
import { type Day, shiftDay, startOfDay } from '#app/kernel/dates.ts'
import { storableJson } from '#app/kernel/text.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ReconciledGateway } from '#app/platform/database/values.ts'
import {
  type Match,
  type MovementToMatch,
  matchMovements,
  type PaymentToMatch,
  type UnknownMovement,
} from './compare-day.ts'
import type { ComparedPayment } from './compare-payment.ts'

const TO_MATCH = sql`id, kind, reference, authorization_code as "authorizationCode", card_last4 as "cardLast4",
  total_clp as total, day::text from gateway_movements`

/** Matches lines to payments, and records it. @returns the payments that were found. */
export async function matchLines(
  tx: Transaction<DB>,
  gateway: ReconciledGateway,
  movementIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<MovementToMatch>`
    select ${TO_MATCH} where id = any(${[...movementIds]}) and attempt_id is null`.execute(tx)
  return record(tx, matchMovements(rows, await candidates(tx, gateway, rows)))
}

/** Looks again for the lines that may be about payments which changed since. @returns those that were found. */
export async function matchPayments(
  tx: Transaction<DB>,
  gateway: ReconciledGateway,
  attemptIds: readonly string[],
): Promise<string[]> {
  const ids = [...attemptIds]
  // Two looks at two indexes: one condition for both would read every line without a payment.
  const { rows } = await sql<MovementToMatch>`
    select ${TO_MATCH} where gateway = ${gateway} and id in (
      select movement.id from payment_attempts attempt
        join gateway_movements movement on movement.reference = attempt.buy_order and movement.attempt_id is null
      where attempt.id = any(${ids})
      union select movement.id from payment_attempts attempt
        join gateway_movements movement on movement.authorization_code = attempt.authorization_code and movement.attempt_id is null
      where attempt.id = any(${ids}))`.execute(tx)
  return record(tx, matchMovements(rows, await candidates(tx, gateway, rows)))
}

/** Payments with the lines' references, or with their codes if they may be paid. References are upper case here. */
async function candidates(
  tx: Transaction<DB>,
  gateway: ReconciledGateway,
  movements: readonly MovementToMatch[],
): Promise<PaymentToMatch[]> {
  const references = movements.flatMap(({ reference }) =>
    reference === null ? [] : [reference, reference.toUpperCase()],
  )
  const codes = movements.flatMap(({ authorizationCode }) => authorizationCode ?? [])
  const { rows } = await sql<PaymentToMatch>`
    select attempt.id, attempt.buy_order as reference, attempt.authorization_code as "authorizationCode",
      attempt.card_last4 as "cardLast4", attempt.amount_clp as amount, ${PAYMENT_DAY}::text as day
    from payment_attempts attempt
    where attempt.gateway = ${gateway} and (attempt.buy_order = any(${references})
      or (attempt.authorization_code = any(${codes}) and ${CHARGED}))`.execute(tx)
  return rows
}

async function record(tx: Transaction<DB>, matches: readonly Match[]): Promise<string[]> {
  if (matches.length === 0) return []
  await sql`
    update gateway_movements movement set attempt_id = found."paymentId", matched_by = found.by
    from jsonb_to_recordset(${storableJson(matches)}::jsonb) found ("movementId" uuid, "paymentId" uuid, by text)
    where movement.id = found."movementId" and movement.attempt_id is null`.execute(tx)
  return [...new Set(matches.map(({ paymentId }) => paymentId))]
}

/** The day in Santiago on which the card of `payment_attempts attempt` was charged. Written as in its index. */
const PAYMENT_DAY = sql`(coalesce(attempt.transaction_date, attempt.created_at) at time zone 'America/Santiago')::date`

/** States of attempts that may be paid at the gateway; written as in the index of `PAYMENT_DAY`. */
const CHARGED = sql`attempt.gateway in ('webpay', 'simulator')
  and attempt.status in ('paid', 'refund_pending', 'partially_refunded', 'refunded', 'manual_resolution')`

/** Hours after which a whole refund is no reversal: Transbank's three, and one for its confirmation. */
const REVERSAL_HOURS = sql`interval '4 hours'`

type OfDay = { gateway: ReconciledGateway; day: Day }

/** Every payment that is of a day, was refunded on it, or is in a line of it. For the staff; it reads one day's rows. */
export async function findPaymentsOfDay(tx: Transaction<DB>, { gateway, day }: OfDay): Promise<ComparedPayment[]> {
  const [from, until] = [startOfDay(day), startOfDay(shiftDay(day, 1))]
  return comparedPayments(
    tx,
    sql`attempt.gateway = ${gateway} and attempt.id in (
      select attempt.id from payment_attempts attempt
      where attempt.gateway = ${gateway} and ${CHARGED} and ${PAYMENT_DAY} = ${day}::date
      union select attempt_id from refunds where status = 'done' and settled_at >= ${from} and settled_at < ${until}
      union select attempt_id from gateway_movements
      where gateway = ${gateway} and day = ${day}::date and attempt_id is not null)`,
  )
}

/** A second payment that its order did not need has no row in `refunds`: it was given back on its own day. */
async function comparedPayments(tx: Transaction<DB>, which: RawBuilder<unknown>): Promise<ComparedPayment[]> {
  const { rows } = await sql<ComparedPayment>`
    select attempt.id, attempt.order_id as "orderId", attempt.buy_order as reference,
      attempt.authorization_code as "authorizationCode", ${PAYMENT_DAY}::text as day, attempt.amount_clp as amount,
      attempt.status in ('paid', 'refund_pending', 'partially_refunded', 'refunded') or refunded.any_row as "isPaid",
      coalesce(refunded.is_reversal, attempt.status = 'refunded') as "isReversed",
      case when attempt.status = 'refunded' and not refunded.any_row
        then jsonb_build_array(jsonb_build_object('id', attempt.id, 'day', ${PAYMENT_DAY}, 'amount', attempt.amount_clp))
        else refunded.done end as refunds,
      reported.movements
    from payment_attempts attempt
      cross join lateral (
        select count(*) > 0 as any_row,
          coalesce(jsonb_agg(jsonb_build_object('id', refund.id, 'amount', refund.amount_clp,
            'day', (refund.settled_at at time zone 'America/Santiago')::date) order by refund.settled_at, refund.id)
            filter (where refund.status = 'done' and not refund.by_hand), '[]') as done,
          bool_or(refund.status = 'done' and not refund.by_hand and refund.amount_clp = attempt.amount_clp
            and refund.settled_at < coalesce(attempt.transaction_date, attempt.created_at) + ${REVERSAL_HOURS}) as is_reversal
        from refunds refund where refund.attempt_id = attempt.id) refunded
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object('id', movement.id, 'source', movement.source, 'kind', movement.kind,
          'day', movement.day, 'amount', movement.amount_clp, 'total', movement.total_clp)
          order by movement.day, movement.row_number, movement.id), '[]') as movements
        from gateway_movements movement where movement.attempt_id = attempt.id) reported
    where ${which}`.execute(tx)
  return rows
}

/** The lines of a day about no payment of ours. */
export async function findUnknownOfDay(tx: Transaction<DB>, { gateway, day }: OfDay): Promise<UnknownMovement[]> {
  const { rows } = await sql<UnknownMovement>`
    select id, source, kind, day::text, amount_clp as amount, total_clp as total, reference,
      authorization_code as "authorizationCode"
    from gateway_movements
    where gateway = ${gateway} and day = ${day}::date and attempt_id is null order by row_number, id`.execute(tx)
  return rows
}

/**
 * Whether a confirmed sales report covers the day. A report covers no day that had not ended when it was uploaded: more
 * may have been sold afterwards.
 */
export async function isDayCovered(tx: Transaction<DB>, { gateway, day }: OfDay): Promise<boolean> {
  const { rows } = await sql<{ covered: boolean }>`
    select exists (
      select from gateway_reports where gateway = ${gateway} and source = 'sales' and confirmed_at is not null
        and until_day >= ${day}::date and from_day <= ${day}::date
        and created_at >= ${startOfDay(shiftDay(day, 1))}) as covered`.execute(tx)
  return rows[0]?.covered ?? false
}

/** Every day that something of these payments belongs to. */
export async function daysOfPayments(tx: Transaction<DB>, attemptIds: readonly string[]): Promise<Day[]> {
  const ids = [...attemptIds]
  const { rows } = await sql<{ day: Day }>`
    select ${PAYMENT_DAY}::text as day from payment_attempts attempt where attempt.id = any(${ids})
    union select (settled_at at time zone 'America/Santiago')::date::text from refunds
    where attempt_id = any(${ids}) and settled_at is not null
    union select day::text from gateway_movements where attempt_id = any(${ids})`.execute(tx)
  return rows.map(row => row.day)
}

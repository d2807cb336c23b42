import { sql, type Transaction } from 'kysely'
import { storableJson } from '#app/kernel/text.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ReconciledGateway } from '#app/platform/database/values.ts'
import { type Match, type MovementToMatch, matchMovements, type PaymentToMatch } from './match-movements.ts'
import { CHARGED, PAYMENT_DAY } from './payments-of-day.db.server.ts'

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

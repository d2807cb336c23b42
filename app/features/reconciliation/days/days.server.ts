import { sql, type Transaction } from 'kysely'
import type { Day } from '#app/kernel/dates.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { storableJson } from '#app/kernel/text.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { DayState, ReconciledGateway } from '#app/platform/database/values.ts'
import type { ComparedDay, DayFigures } from './compare-day.ts'
import type { Difference } from './compare-payment.ts'

/** A day as the screens show it. Amounts in pesos. */
export type ReconciledDay = DayFigures & {
  day: Day
  state: DayState
  is_covered: boolean
  open_count: number
  reviewed_count: number
}

type OfDay = { gateway: ReconciledGateway; day: Day }

/** One writer at a time: two that compare the same day would each miss what the other stored. */
export async function lockReconciliation(tx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('reconciliation'))`.execute(tx)
}

/**
 * Replaces a day's differences. One that was reviewed stays so while it is the same to the peso.
 * @returns how many are open and reviewed
 */
export async function saveDifferences(
  tx: Transaction<DB>,
  { gateway, day, differences, now }: OfDay & { differences: readonly Difference[]; now: Date },
): Promise<{ open: number; reviewed: number }> {
  const subjects = differences.map(({ subject }) => subject)
  await sql`
    delete from reconciliation_differences
    where gateway = ${gateway} and day = ${day}::date and subject <> all(${subjects})`.execute(tx)
  await sql`
    insert into reconciliation_differences as known
      (gateway, day, kind, subject, attempt_id, order_id, movement_id, reference, authorization_code, our_clp, their_clp, created_at)
    select ${gateway}, day, kind, subject, "attemptId", "orderId", "movementId", reference, "authorizationCode", our, their, ${now}
    from jsonb_to_recordset(${storableJson(differences)}::jsonb) found (day date, kind text, subject text, "attemptId" uuid,
      "orderId" uuid, "movementId" uuid, reference text, "authorizationCode" text, our bigint, their bigint)
    on conflict on constraint reconciliation_differences_once do update set
      day = excluded.day, kind = excluded.kind, attempt_id = excluded.attempt_id, order_id = excluded.order_id,
      movement_id = excluded.movement_id, reference = excluded.reference, authorization_code = excluded.authorization_code,
      our_clp = excluded.our_clp, their_clp = excluded.their_clp,
      status = case when ${IS_SAME} then known.status else 'open' end,
      note = case when ${IS_SAME} then known.note end,
      reviewed_by = case when ${IS_SAME} then known.reviewed_by end,
      reviewed_at = case when ${IS_SAME} then known.reviewed_at end`.execute(tx)
  return countDifferences(tx, { gateway, day })
}

const IS_SAME = sql`(known.kind, known.our_clp, known.their_clp) is not distinct from (excluded.kind, excluded.our_clp, excluded.their_clp)`

async function countDifferences(
  tx: Transaction<DB>,
  { gateway, day }: OfDay,
): Promise<{ open: number; reviewed: number }> {
  const { rows } = await sql<{ open: number; reviewed: number }>`
    select count(*) filter (where status = 'open')::integer as open,
      count(*) filter (where status = 'reviewed')::integer as reviewed
    from reconciliation_differences where gateway = ${gateway} and day = ${day}::date`.execute(tx)
  return rows[0] ?? { open: 0, reviewed: 0 }
}

/** Writes a day's figures; a day without anything has no row. */
export async function saveDay(
  tx: Transaction<DB>,
  {
    gateway,
    day,
    compared,
    ...row
  }: OfDay & {
    compared: ComparedDay
    state: DayState
    is_covered: boolean
    open_count: number
    reviewed_count: number
    changed_at: Date
  },
): Promise<void> {
  const isEmpty =
    !row.is_covered &&
    Object.values(compared.figures).every(figure => figure === 0) &&
    row.open_count + row.reviewed_count === 0
  if (isEmpty) {
    await sql`delete from reconciliation_days where gateway = ${gateway} and day = ${day}::date`.execute(tx)
    return
  }
  const values = { ...compared.figures, ...row }
  await tx
    .insertInto('reconciliation_days')
    .values({ gateway, day, ...values })
    .onConflict(known => known.columns(['gateway', 'day']).doUpdateSet(values))
    .execute()
}

/** The days from one to another, both included, that have anything; the oldest first. */
export async function findDays(
  tx: Transaction<DB>,
  { gateway, from, until }: { gateway: ReconciledGateway; from: Day; until: Day },
): Promise<ReconciledDay[]> {
  const { rows } = await sql<ReconciledDay>`
    select day::text, state, is_covered, payment_count, payments_clp, refunds_clp, reported_count, reported_clp,
      reported_refunds_clp, settled_clp, open_count, reviewed_count
    from reconciliation_days where gateway = ${gateway} and day >= ${from}::date and day <= ${until}::date
    order by day`.execute(tx)
  return rows
}

/** A difference as the page of its day lists it. */
export type ListedDifference = Pick<Difference, 'kind' | 'reference'> & {
  id: string
  authorization_code: string | null
  our_clp: Pesos | null
  their_clp: Pesos | null
  status: 'open' | 'reviewed'
  note: string | null
  order_id: string | null
  order_number: string | null
}

/** The differences of a day, the open ones first. @param max rows at most */
export async function differencesOfDay(
  tx: Transaction<DB>,
  { gateway, day }: OfDay,
  max: number,
): Promise<ListedDifference[]> {
  const { rows } = await sql<ListedDifference>`
    select difference.id, kind, reference, authorization_code, our_clp, their_clp, difference.status, note, order_id, order_number
    from reconciliation_differences difference left join orders on orders.id = difference.order_id
    where gateway = ${gateway} and day = ${day}::date
    order by difference.status, difference.created_at, difference.id limit ${max}`.execute(tx)
  return rows
}

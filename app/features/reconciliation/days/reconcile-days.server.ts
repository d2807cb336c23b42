import { type Kysely, sql, type Transaction } from 'kysely'
import type { Day } from '#app/kernel/dates.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ReconciledGateway } from '#app/platform/database/values.ts'
import { compareDay, dayState } from './compare-day.ts'
import { lockReconciliation, saveDay, saveDifferences } from './days.server.ts'
import {
  daysOfPayments,
  findPaymentsOfDay,
  findUnknownOfDay,
  isDayCovered,
  matchPayments,
} from './payments-of-day.server.ts'

/** Compares days and stores what differs, in the caller's transaction. Each reads its own rows alone. */
export async function reconcileDays(
  tx: Transaction<DB>,
  { gateway, days, now }: { gateway: ReconciledGateway; days: Iterable<Day>; now: Date },
): Promise<void> {
  await lockReconciliation(tx)
  for (const day of [...new Set(days)].toSorted()) {
    const isCovered = await isDayCovered(tx, { gateway, day })
    const payments = await findPaymentsOfDay(tx, { gateway, day })
    const unknown = await findUnknownOfDay(tx, { gateway, day })
    const compared = compareDay({ day, isCovered, payments, unknown })
    const { open, reviewed } = await saveDifferences(tx, { gateway, day, differences: compared.differences, now })
    const state = dayState({
      isCovered,
      isWaiting: compared.isWaiting,
      open,
      payments: compared.figures.payment_count + compared.figures.reported_count,
    })
    await saveDay(tx, {
      gateway,
      day,
      compared,
      state,
      is_covered: isCovered,
      open_count: open,
      reviewed_count: reviewed,
      changed_at: now,
    })
  }
}

/** Changed payments of one turn of the worker. */
const BATCH = 200

/**
 * Compares the days of payments that changed since: paid, refunded, resolved. A line that came before its payment was
 * known finds it now. @returns how many payments it took.
 */
export const reconcileChanges = (db: Kysely<DB>, now: Date): Promise<number> =>
  asActor(db, SYSTEM, async tx => {
    await lockReconciliation(tx)
    const { rows } = await sql<{ id: string; gateway: ReconciledGateway }>`
      select attempt.id, attempt.gateway from payment_attempts attempt
        join private.take_changed_payments(${BATCH}) taken (id) on taken.id = attempt.id
      where attempt.gateway in ('webpay', 'simulator')`.execute(tx)
    for (const [gateway, payments] of Map.groupBy(rows, row => row.gateway)) {
      const ids = payments.map(({ id }) => id)
      const found = await matchPayments(tx, gateway, ids)
      const days = await daysOfPayments(tx, [...ids, ...found])
      await reconcileDays(tx, { gateway, days, now })
    }
    return rows.length
  })

import type { Kysely } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import type { Month } from '#app/features/orders/sales-book.ts'
import { lockReconciliation } from '#app/features/reconciliation/days/days.db.server.ts'
import { dayOf } from '#app/kernel/dates.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ReconciledGateway } from '#app/platform/database/values.ts'
import { findClosing, findOpenWork, insertClosing, type OpenWork } from './month-closings.db.server.ts'
import { findTotals } from './month-totals.db.server.ts'
import type { MonthTotals } from './month-totals.ts'

export type CloseFailure =
  /** Its last day has not ended. */
  | { code: 'not_over' | 'closed_before' }
  /** Something is open: it is accepted with a reason. */
  | ({ code: 'reason_needed' } & OpenWork)

/**
 * Closes a month once: its totals are kept as they are now, with who closed it and what was accepted open. Nothing is
 * locked by it: what changes later is shown beside the kept totals.
 * @param reason '' when nothing is open
 */
export const closeMonth = (
  db: Kysely<DB>,
  {
    actor,
    month,
    gateway,
    reason,
    now,
  }: { actor: Extract<Actor, { kind: 'admin' }>; month: Month; gateway: ReconciledGateway; reason: string; now: Date },
): Promise<Result<MonthTotals, CloseFailure>> =>
  asActor(db, actor, async tx => {
    if (month.next > dayOf(now)) return err({ code: 'not_over' })
    await lockReconciliation(tx)
    if (await findClosing(tx, month)) return err({ code: 'closed_before' })
    const open = await findOpenWork(tx, { ...month, gateway })
    const hasOpen = open.days + open.differences > 0
    if (hasOpen && reason === '') return err({ code: 'reason_needed', ...open })
    const totals = await findTotals(tx, { ...month, gateway })
    const accepted = { open_days: open.days, open_differences: open.differences, reason: hasOpen ? reason : null }
    await insertClosing(tx, { month, totals, now, ...accepted })
    await writeAudit(tx, {
      action: 'month_closed',
      entity: 'month_closings',
      entity_id: month.value,
      after: { ...totals, ...accepted },
    })
    return ok(totals)
  })

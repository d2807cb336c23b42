import type { Kysely } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { lockReconciliation } from '#app/features/reconciliation/days/days.db.server.ts'
import { reconcileDays } from '#app/features/reconciliation/days/reconcile-days.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { setReviewed } from './differences.db.server.ts'

/** `changed_meanwhile`: it is settled, or somebody else reviewed it. */
export type ReviewFailure = { code: 'changed_meanwhile' }

/**
 * Marks a difference as reviewed with what was found, or as open again; its day follows. It stays reviewed while it is the
 * same to the peso.
 * @param note null: open again
 */
export const reviewDifference = (
  db: Kysely<DB>,
  { actor, id, note, now }: { actor: Extract<Actor, { kind: 'admin' }>; id: string; note: string | null; now: Date },
): Promise<Result<undefined, ReviewFailure>> =>
  asActor(db, actor, async tx => {
    await lockReconciliation(tx)
    const review = note === null ? null : { note, userId: actor.userId, now }
    const reviewed = await setReviewed(tx, { id, review })
    if (!reviewed) return err({ code: 'changed_meanwhile' })
    const { gateway, day, kind, order_id } = reviewed
    await reconcileDays(tx, { gateway, days: [day], now })
    await writeAudit(tx, {
      action: note === null ? 'difference_reopened' : 'difference_reviewed',
      entity: 'reconciliation_differences',
      entity_id: id,
      after: { day, kind, ...(order_id && { order_id }), ...(note !== null && { note }) },
    })
    return ok(undefined)
  })

import type { Kysely, Transaction } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { DiscountStatus } from '#app/platform/database/values.ts'
import {
  type LockedDiscount,
  lockDiscount,
  removeDiscount,
  updateDiscount,
  wasRedeemed,
} from './discount-admin.db.server.ts'
import type { DiscountChangeFailure, DiscountTarget } from './discount-admin.ts'

type Admin = Extract<Actor, { kind: 'admin' }>

/** Activates, pauses or deactivates a code at the revision that the administrator saw. Claimed uses stay claimed. */
export const changeDiscountStatus = (
  db: Kysely<DB>,
  input: { actor: Admin; target: DiscountTarget; status: DiscountStatus },
): Promise<Result<void, DiscountChangeFailure>> =>
  asActor(db, input.actor, async tx => {
    const { target, status } = input
    const locked = await lockDiscount(tx, target.id)
    if (!locked) return err({ code: 'discount_not_found' })
    if (locked.revision !== target.revision) return err({ code: 'changed_meanwhile' })
    if (locked.status !== status) await writeStatus(tx, locked, status)
    return ok(undefined)
  })

/**
 * Changes the status of several codes at their current revision. Deleted, archived and unchanged ones are skipped:
 * `changed` counts the others.
 */
export const changeDiscountStatuses = (
  db: Kysely<DB>,
  input: { actor: Admin; ids: readonly string[]; status: DiscountStatus },
): Promise<{ changed: number }> =>
  asActor(db, input.actor, async tx => {
    let changed = 0
    // Sorted, so that two administrators who tick the same codes can't deadlock.
    for (const id of input.ids.toSorted()) {
      const locked = await lockDiscount(tx, id)
      if (!locked || locked.status === input.status) continue
      await writeStatus(tx, locked, input.status)
      changed += 1
    }
    return { changed }
  })

async function writeStatus(tx: Transaction<DB>, locked: LockedDiscount, status: DiscountStatus): Promise<void> {
  await updateDiscount(tx, locked, { status })
  await writeAudit(tx, {
    action: 'discount_status_changed',
    entity: 'discount_codes',
    entity_id: locked.id,
    before: { code: locked.code, status: locked.status },
    after: { code: locked.code, status },
  })
}

/**
 * Deletes a code; one that an order ever claimed a use of is archived instead, because orders refer to it (spec
 * D10). The lock prevents a race: a concurrent checkout waits and then finds no code.
 */
export const deleteDiscount = (
  db: Kysely<DB>,
  input: { actor: Extract<Actor, { kind: 'admin' }>; target: DiscountTarget; now: Date },
): Promise<Result<'deleted' | 'archived', DiscountChangeFailure>> =>
  asActor(db, input.actor, async tx => {
    const { target, now } = input
    const locked = await lockDiscount(tx, target.id)
    if (!locked) return err({ code: 'discount_not_found' })
    if (locked.revision !== target.revision) return err({ code: 'changed_meanwhile' })
    const done = (await wasRedeemed(tx, locked.id)) ? 'archived' : 'deleted'
    if (done === 'archived') await updateDiscount(tx, locked, { archived_at: now })
    else await removeDiscount(tx, locked.id)
    const { list_words: _, ...before } = locked
    await writeAudit(tx, {
      action: `discount_${done}`,
      entity: 'discount_codes',
      entity_id: locked.id,
      before,
      ...(done === 'archived' && { after: { archived_at: now } }),
    })
    return ok(done)
  })

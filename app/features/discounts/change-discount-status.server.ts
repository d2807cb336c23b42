import type { Kysely } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { DiscountStatus } from '#app/platform/database/values.ts'
import { lockDiscount, updateDiscount } from './discount-admin.db.server.ts'
import type { DiscountChangeFailure, DiscountTarget } from './discount-admin.ts'

/** Activates, pauses or deactivates a code, about the revision that the administrator saw. Uses that were taken stay taken. */
export const changeDiscountStatus = (
  db: Kysely<DB>,
  given: { actor: Extract<Actor, { kind: 'admin' }>; target: DiscountTarget; status: DiscountStatus },
): Promise<Result<void, DiscountChangeFailure>> =>
  asActor(db, given.actor, async tx => {
    const { target, status } = given
    const locked = await lockDiscount(tx, target.id)
    if (!locked) return err({ code: 'discount_not_found' })
    if (locked.revision !== target.revision) return err({ code: 'changed_meanwhile' })
    if (locked.status === status) return ok(undefined)
    await updateDiscount(tx, locked, { status })
    await writeAudit(tx, {
      action: 'discount_status_changed',
      entity: 'discount_codes',
      entity_id: locked.id,
      before: { code: locked.code, status: locked.status },
      after: { code: locked.code, status },
    })
    return ok(undefined)
  })

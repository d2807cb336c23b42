import type { Kysely } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { lockDiscount, removeDiscount, updateDiscount, wasRedeemed } from './discount-admin.db.server.ts'
import type { DiscountChangeFailure, DiscountTarget } from './discount-admin.ts'

/**
 * Deletes a code for good; one that an order ever took a use of is archived instead, because orders name it (decision 10). The lock
 * makes it certain: a checkout that claims a use waits, and finds no code.
 */
export const deleteDiscount = (
  db: Kysely<DB>,
  given: { actor: Extract<Actor, { kind: 'admin' }>; target: DiscountTarget; now: Date },
): Promise<Result<'deleted' | 'archived', DiscountChangeFailure>> =>
  asActor(db, given.actor, async tx => {
    const { target, now } = given
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

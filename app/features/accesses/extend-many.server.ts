import type { Kysely } from 'kysely'
import { writeAudits } from '#app/features/audit/audit.db.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { MOST_EXTENDED } from './admin-access.ts'
import { type ExtendTarget, extendableAccesses, moveEnds } from './extend-many.db.server.ts'
import type { AdminActor } from './manage-access.server.ts'

export type ExtendManyFailure = { code: 'nobody' | 'too_many' }

/**
 * Gives everybody of a target who has not completed time until the same moment, all or nobody; who has until later keeps it. Whoever
 * completes or is revoked at that moment stays as they are. Each is in the audit log with the end before.
 * @returns how many ends moved, and how many were later already
 */
export const extendMany = (
  db: Kysely<DB>,
  { actor, target, until }: { actor: AdminActor; target: ExtendTarget; until: Date },
): Promise<Result<{ extended: number; unchanged: number }, ExtendManyFailure>> =>
  asActor(db, actor, async tx => {
    const ids = await extendableAccesses(tx, target)
    if (ids.length === 0) return err({ code: 'nobody' })
    if (ids.length > MOST_EXTENDED) return err({ code: 'too_many' })
    const moved = await moveEnds(tx, ids, until)
    if (moved.length > 0)
      await writeAudits(
        tx,
        moved.map(({ access_id, ended_before }) => ({
          action: 'access_extended',
          entity: 'user_accesses',
          entity_id: access_id,
          before: { expires_at: ended_before },
          after: { expires_at: until },
        })),
      )
    return ok({ extended: moved.length, unchanged: ids.length - moved.length })
  })

import type { Kysely } from 'kysely'
import { holdOrder } from '#app/features/accesses/accesses.db.server.ts'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ResultMode } from '#app/platform/database/values.ts'
import { chooseMode, type ModeOutcome } from './consolidated.db.server.ts'

export type ChooseModeFailure = { code: Exclude<ModeOutcome, 'changed' | 'unchanged'> }

/**
 * Chooses whether a business item is read with names or confidentially (decision 18): until the first answer of somebody who was
 * invited, and back to names only until somebody has started, who was told otherwise.
 */
export function chooseResultMode(
  db: Kysely<DB>,
  { userId, itemId, mode }: { userId: string; itemId: string; mode: ResultMode },
): Promise<Result<void, ChooseModeFailure>> {
  return asActor(db, { kind: 'user', userId }, async tx => {
    await holdOrder(tx, itemId)
    const outcome = await chooseMode(tx, itemId, mode)
    switch (outcome) {
      case 'unchanged':
        return ok(undefined)
      case 'changed':
        await writeAudit(tx, {
          action: 'result_mode_chosen',
          entity: 'order_items',
          entity_id: itemId,
          before: { result_mode: mode === 'confidential' ? 'nominative' : 'confidential' },
          after: { result_mode: mode },
        })
        return ok(undefined)
      case 'answered':
      case 'promised':
      case 'missing':
        return err({ code: outcome })
    }
  })
}

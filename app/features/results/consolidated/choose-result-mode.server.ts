import type { Kysely } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ResultMode } from '#app/platform/database/values.ts'
import { chooseMode, type ModeOutcome } from './consolidated.db.server.ts'

export type ChooseModeFailure = { code: Exclude<ModeOutcome, 'changed' | 'unchanged'> }

type Wish = { userId: string; itemId: string; mode: ResultMode }

/**
 * Sets whether a business item is nominative or confidential (spec D18 and D47), until the first invitation is sent:
 * it promises one of them, and what was promised is never taken back.
 */
export const chooseResultMode = (
  db: Kysely<DB>,
  { userId, itemId, mode }: Wish,
): Promise<Result<void, ChooseModeFailure>> =>
  asActor(db, { kind: 'user', userId }, async tx => {
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
      case 'invited':
      case 'missing':
        return err({ code: outcome })
    }
  })

import { type Kysely, sql } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'

const FUNCTIONS = {
  retry: { run: sql.ref('private.retry_dead_letter'), action: 'job_retried' },
  discard: { run: sql.ref('private.discard_dead_letter'), action: 'job_discarded' },
} as const

/**
 * Sends a job again that failed at every try, or removes it.
 * @returns false when somebody settled it before, or when it is a mail whose one-time link was erased.
 */
export const settleDeadLetter = (
  db: Kysely<DB>,
  input: { actor: Extract<Actor, { kind: 'admin' }>; id: string; how: keyof typeof FUNCTIONS },
): Promise<boolean> =>
  asActor(db, input.actor, async tx => {
    const { run, action } = FUNCTIONS[input.how]
    const { rows } = await sql<{ queue: string | null }>`select ${run}(${input.id}) as queue`.execute(tx)
    const queue = rows[0]?.queue
    if (!queue) return false
    await writeAudit(tx, { action, entity: 'job', entity_id: input.id, after: { queue } })
    return true
  })

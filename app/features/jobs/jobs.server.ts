import { type Kysely, sql, type Transaction } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.server.ts'
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

/** What a queue has to do and did; times are null where there was nothing. */
export type QueueState = {
  name: string
  waiting: number
  /** Waiting for their next try. */
  delayed: number
  running: number
  /** Failed at every try. */
  given_up: number
  /** Since when the oldest of the waiting could have run. */
  oldest: Date | null
  last_run: Date | null
}

/** A job that failed at every try. */
export type DeadLetter = {
  id: string
  queue: string
  at: Date
  attempts: number
  error: string | null
  /** Of a mail. */
  template: string | null
  /** False for a mail whose one-time link was erased. */
  retryable: boolean
}

/** Dead letters that the page shows. */
export const MAX_LETTERS = 50

/** The state of every queue. For administrators. */
export async function findQueues(tx: Transaction<DB>, now: Date): Promise<QueueState[]> {
  return (await sql<QueueState>`select * from private.job_queues(${now})`.execute(tx)).rows
}

/** The newest dead letters. For administrators. */
export async function findDeadLetters(tx: Transaction<DB>): Promise<DeadLetter[]> {
  return (await sql<DeadLetter>`select * from private.dead_letters(${MAX_LETTERS})`.execute(tx)).rows
}

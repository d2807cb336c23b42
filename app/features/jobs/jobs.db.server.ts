import { sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'

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

import type { Pool } from 'pg'
import type { Queue as EngineQueue, PgBoss, QueueResult } from 'pg-boss'
import { idleEngine } from './job-database.server.ts'
import { DEAD_LETTERS, JOB_SCHEMA, LONGEST_RETRY_SECONDS, QUEUES, type Queue, SCHEDULE_ZONE } from './queues.ts'

/** Seconds without a sign of life after which a job's worker counts as dead: the shortest that the engine takes. */
const HEARTBEAT_SECONDS = 10
/** Seconds that one attempt may take. */
const LONGEST_RUN_SECONDS = 3_600
/** Seconds that a dead letter is kept. */
const DEAD_LETTER_SECONDS = 90 * 86_400

/** One lock for every process that starts on this database; the number only has to stay the same. */
const PREPARATION_LOCK = 7_426_515

type Options = Omit<EngineQueue, 'name' | 'policy' | 'partition'>

const optionsOf = (queue: Queue): Options => ({
  retryLimit: queue.retries,
  retryDelay: queue.firstRetrySeconds,
  retryBackoff: true,
  retryDelayMax: LONGEST_RETRY_SECONDS,
  expireInSeconds: LONGEST_RUN_SECONDS,
  deleteAfterSeconds: queue.keepSeconds,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  deadLetter: DEAD_LETTERS,
})

/**
 * Creates or upgrades the engine's schema and its queues with the owner's connection, so that the worker's role needs no
 * DDL, and sends jobs for work that has none (after a restore). Several processes may start at once.
 */
export async function prepareJobs(ownerPool: Pool): Promise<void> {
  const engine = idleEngine(ownerPool, { migrate: true })
  const failures: Error[] = []
  engine.on('error', error => failures.push(error))
  await engine.start()
  try {
    await declareQueues(engine)
    await declareSchedules(engine)
  } finally {
    await engine.stop({ graceful: false, close: false })
  }
  if (failures[0]) throw failures[0]
  // Under a lock: grants of two starts at once would change the same rows of the catalogue.
  await ownerPool.query(`do $$ begin
    perform pg_advisory_xact_lock(${PREPARATION_LOCK});
    grant usage on schema ${JOB_SCHEMA} to alhena_system;
    grant select, insert, update, delete on all tables in schema ${JOB_SCHEMA} to alhena_system;
    perform private.send_missing_jobs();
  end $$`)
}

async function declareQueues(engine: PgBoss): Promise<void> {
  const known = new Map((await engine.getQueues()).map(queue => [queue.name, queue]))
  const declare = async (name: string, policy: string, options: Options) => {
    const stored = known.get(name)
    if (!stored) await engine.createQueue(name, { policy, ...options })
    else if (differs(stored, options)) await engine.updateQueue(name, options)
  }
  await declare(DEAD_LETTERS, 'standard', { retentionSeconds: DEAD_LETTER_SECONDS })
  for (const [name, queue] of Object.entries<Queue>(QUEUES)) {
    // What is scheduled neither piles up nor runs twice at once.
    await declare(name, queue.schedule ? 'exclusive' : 'standard', optionsOf(queue))
  }
}

const differs = (stored: QueueResult, options: Options): boolean =>
  Object.entries(options).some(([option, value]) => stored[option as keyof Options] !== value)

async function declareSchedules(engine: PgBoss): Promise<void> {
  const known = new Map((await engine.getSchedules()).map(schedule => [schedule.name, schedule]))
  for (const [name, { schedule }] of Object.entries<Queue>(QUEUES)) {
    const stored = known.get(name)
    known.delete(name)
    if (!schedule || (stored?.cron === schedule && stored.timezone === SCHEDULE_ZONE)) continue
    // Of several runs that were missed while no worker ran, one is made up for.
    await engine.schedule(name, schedule, null, { tz: SCHEDULE_ZONE, missed: 'once' })
  }
  for (const name of known.keys()) await engine.unschedule(name)
}

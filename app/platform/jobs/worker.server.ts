import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import { cutText, storable } from '#app/kernel/text.ts'
import { describeError, type Log, withoutAddresses } from '#app/platform/log/log.server.ts'
import { onPool } from './job-database.server.ts'
import { createJobHealth, type JobHealth } from './job-health.ts'
import { DEAD_LETTERS, isQueue, isScheduled, JOB_SCHEMA, QUEUES, type Queue, type QueueName } from './queues.ts'

/** A job that this worker took. */
export type TakenJob = { id: string; data: unknown }

/** How a job ended: done, to be tried again, or given up at once. */
export type JobOutcome = { id: string; status: 'completed' | 'failed' | 'deadletter'; error?: string | undefined }

/** One step of work that is due; called again until it returns 0. `stopping` is aborted when the worker is to stop. */
export type DueWork = (now: Date, stopping: AbortSignal) => Promise<number>

/** Works off several jobs, each with an outcome of its own. */
export type JobWork = { each(jobs: readonly TakenJob[], now: Date): Promise<JobOutcome[]> }

export type BackgroundWork = Record<QueueName, DueWork | JobWork>

export type WorkerDeps = { pool: Pool; log: Log; now: () => Date; work: BackgroundWork; health?: JobHealth }

export type JobWorker = {
  /** Resolves once every queue is worked on. */
  started: Promise<void>
  /** Takes no further job and resolves when those under way have ended, after half a minute at most. */
  stop(): Promise<void>
}

/** Seconds between looks for dead workers' jobs. */
const SUPERVISE_SECONDS = 3
/** Milliseconds that jobs under way get at the end; afterwards they are left to another worker. */
const STOP_LIMIT_MS = 30_000
/** An unavailable database fails every look of every queue: one line each minute. */
const REPORT_EVERY_MS = 60_000

/** Milliseconds between two tries to start while the database is away. */
const START_AGAIN_MS = 1_000

/**
 * Takes jobs of every queue until it is stopped, and sends those of the schedules. Without its database it starts once that
 * is back: the shop serves what it can meanwhile.
 */
export function startJobWorker({ pool, log, now, work, health = createJobHealth(now) }: WorkerDeps): JobWorker {
  const engine = new PgBoss({
    db: onPool(pool),
    schema: JOB_SCHEMA,
    migrate: false,
    createSchema: false,
    // Only the owner of an index may rebuild it.
    reindex: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    instanceName: 'worker',
  })
  let reported = Number.NEGATIVE_INFINITY
  const report = (error: unknown) => {
    const at = performance.now()
    if (at - reported < REPORT_EVERY_MS) return
    reported = at
    log.error('jobs_unavailable', describeError(error))
  }
  engine.on('error', report)
  engine.on('warning', ({ message }) => log.warn('jobs_warning', { warning: message }))
  const stopping = new AbortController()
  const { signal } = stopping

  /** Repeats a step of the start until it succeeds or the worker is to stop. */
  async function untilDone(step: () => Promise<unknown>): Promise<void> {
    while (!signal.aborted) {
      try {
        await step()
        return
      } catch (error) {
        report(error)
        await delay(START_AGAIN_MS, undefined, { signal }).catch(() => {})
      }
    }
  }

  const take = (name: QueueName, queue: Queue) =>
    engine.work(
      name,
      {
        includeMetadata: true,
        perJobResults: true,
        batchSize: queue.batch,
        burstWhenBatchFull: queue.batch > 1,
        pollingIntervalSeconds: queue.pollSeconds,
      },
      async jobs => (await run(work[name], jobs, { pool, log, now, signal, name, health })).map(resultOf),
    )

  async function start(): Promise<void> {
    await untilDone(() => engine.start())
    for (const [name, queue] of Object.entries<Queue>(QUEUES)) {
      if (!isQueue(name)) continue
      await untilDone(() => take(name, queue))
      // What came due while no worker ran.
      if (queue.schedule) await untilDone(() => engine.send(name))
    }
  }

  const started = start()
  return {
    started,
    async stop() {
      stopping.abort()
      await started
      await engine.stop({ graceful: true, close: false, timeout: STOP_LIMIT_MS })
    },
  }
}

type Run = { pool: Pool; log: Log; now: () => Date; signal: AbortSignal; name: string; health: JobHealth }

async function run(
  task: DueWork | JobWork,
  jobs: readonly JobWithMetadata<unknown>[],
  { pool, log, now, signal, name, health }: Run,
): Promise<JobOutcome[]> {
  try {
    if (typeof task === 'object') return await health.run({ name }, () => task.each(jobs, now()))
    const stop = AbortSignal.any([signal, ...jobs.map(job => job.signal)])
    while ((await health.run({ name }, () => task(now(), stop))) > 0 && !stop.aborted);
    // A run that succeeds does what those before it left.
    if (isScheduled(name)) {
      await pool.query(`delete from ${JOB_SCHEMA}.job where name = $1 and source_name = $2`, [DEAD_LETTERS, name])
    }
    for (const { retryCount } of jobs) {
      if (retryCount > 0) log.info('job_recovered', { job: name, failures: retryCount })
    }
    return jobs.map(({ id }) => ({ id, status: 'completed' }))
  } catch (error) {
    for (const { retryCount } of jobs)
      log.error('job_failed', { job: name, attempt: retryCount + 1, ...describeError(error) })
    const message = error instanceof Error ? error.message : String(error)
    return jobs.map(({ id }) => ({ id, status: 'failed', error: message }))
  }
}

/** The engine keeps why a job failed: no address, which could be a person's or hold a password. */
const resultOf = ({ id, status, error }: JobOutcome): JobResult =>
  error === undefined
    ? { id, status }
    : { id, status, output: { message: cutText(storable(withoutAddresses(error)), 300) } }

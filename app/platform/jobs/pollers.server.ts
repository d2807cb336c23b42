import { setTimeout as sleep } from 'node:timers/promises'
import { describeError, type Log } from '#app/platform/log/log.server.ts'
import { createJobHealth, type JobHealth } from './job-health.ts'

/** Work that a table of its own holds with its deadlines and order, and that is looked for again and again (ADR 0067). */
export type Poller = {
  name: string
  /** Milliseconds between two runs while there is nothing to do. */
  everyMs: number
  /**
   * One run.
   * @param stopping aborted when the worker is to stop: a run that loops by itself ends soon after
   * @returns how many things it did; while that is not 0 it is called again at once
   */
  run(now: Date, stopping: AbortSignal): Promise<number>
}

export type PollerClock = {
  now(): Date
  /** Resolves after so many milliseconds, or rejects when the signal is aborted. */
  wait(milliseconds: number, signal: AbortSignal): Promise<unknown>
}

export type Pollers = {
  /** Starts no further run and resolves when those under way have ended. */
  stop(): Promise<void>
}

const FIRST_BACK_OFF_MS = 500
const LONGEST_BACK_OFF_MS = 30_000

const SYSTEM_CLOCK: PollerClock = {
  now: () => new Date(),
  wait: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
}

/**
 * Runs each job over and over, never twice at once. A job that throws is tried again after 0.5, 1, 2 … 30 seconds (never sooner
 * than its own interval); the log gets one line when it begins to fail and one when it works again.
 */
export function startPollers(config: {
  pollers: readonly Poller[]
  log: Log
  clock?: PollerClock
  health?: JobHealth
}): Pollers {
  const { log, clock = SYSTEM_CLOCK, health = createJobHealth(clock.now) } = config
  const stopping = new AbortController()
  const { signal } = stopping
  const loops = config.pollers.map(job => repeat(job, { log, clock, signal, health }))
  return {
    async stop() {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}

async function repeat(
  job: Poller,
  { log, clock, signal, health }: { log: Log; clock: PollerClock; signal: AbortSignal; health: JobHealth },
) {
  let failures = 0
  while (!signal.aborted) {
    let waitMs = job.everyMs
    try {
      const done = await health.run(job, () => job.run(clock.now(), signal))
      if (failures > 0) log.info('job_recovered', { job: job.name, failures })
      failures = 0
      if (done > 0) waitMs = 0
    } catch (error) {
      if (failures === 0) log.error('job_failed', { job: job.name, ...describeError(error) })
      failures += 1
      waitMs = Math.max(job.everyMs, Math.min(FIRST_BACK_OFF_MS * 2 ** (failures - 1), LONGEST_BACK_OFF_MS))
    }
    // Also between two busy runs, so that a job that always has work does not block the event loop.
    await clock.wait(waitMs, signal).catch(() => undefined)
  }
}

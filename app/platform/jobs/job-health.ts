import { MINUTE_MS } from '#app/kernel/dates.ts'
import { inSpan } from '#app/platform/tracing/tracing.ts'

/** A run is late after so many milliseconds, and a poll when it has not ended for so many of its intervals besides. */
const LATE_AFTER_INTERVALS = 5
const LONGEST_RUN_MS = 5 * MINUTE_MS

type WatchedJob = {
  name: string
  /** Milliseconds between two polls at the most; undefined for a job that something else causes, or another process may take. */
  everyMs?: number
}

export type JobReport = {
  job: string
  runs: number
  failures: number
  /** Milliseconds of all runs together. */
  spentMs: number
  lastSuccess: Date | undefined
  lastFailure: Date | undefined
  /** Whether the last run failed. */
  isFailing: boolean
  /** Whether it stands still: its last run never ended, or the next one did not begin. */
  isLate: boolean
}

export type JobHealth = {
  /** Runs `work` and notes how it ended. */
  run<Value>(job: WatchedJob, work: () => Promise<Value>): Promise<Value>
  report(): JobReport[]
}

/**
 * Notes of each job of this process when it last ended and how often it failed. A job counts from its first run on.
 * @param now the clock.
 */
export function createJobHealth(now: () => Date): JobHealth {
  type Noted = Omit<JobReport, 'job' | 'isLate'> & { everyMs: number | undefined; endedAt: Date; underWay: Set<Date> }
  const jobs = new Map<string, Noted>()
  const noted = ({ name, everyMs }: WatchedJob): Noted => {
    const known = jobs.get(name)
    if (known) return known
    const fresh = { runs: 0, failures: 0, spentMs: 0, isFailing: false, lastSuccess: undefined, lastFailure: undefined }
    const added = { ...fresh, everyMs, endedAt: now(), underWay: new Set<Date>() }
    jobs.set(name, added)
    return added
  }
  const isLate = ({ endedAt, everyMs, underWay }: Noted, at: Date) => {
    const isOlder = (since: Date, limit: number) => at.getTime() - since.getTime() > limit
    if (everyMs !== undefined) return isOlder(endedAt, LATE_AFTER_INTERVALS * everyMs + LONGEST_RUN_MS)
    return [...underWay].some(began => isOlder(began, LONGEST_RUN_MS))
  }

  return {
    async run(job, work) {
      const state = noted(job)
      const began = now()
      state.underWay.add(began)
      try {
        const value = await inSpan(`job ${job.name}`, { kind: 'internal' }, work)
        state.lastSuccess = now()
        state.isFailing = false
        return value
      } catch (error) {
        state.lastFailure = now()
        state.isFailing = true
        state.failures += 1
        throw error
      } finally {
        state.underWay.delete(began)
        state.runs += 1
        state.endedAt = now()
        state.spentMs += state.endedAt.getTime() - began.getTime()
      }
    },
    report() {
      const at = now()
      return [...jobs].map(([job, state]) => ({
        job,
        runs: state.runs,
        failures: state.failures,
        spentMs: state.spentMs,
        lastSuccess: state.lastSuccess,
        lastFailure: state.lastFailure,
        isFailing: state.isFailing,
        isLate: isLate(state, at),
      }))
    },
  }
}

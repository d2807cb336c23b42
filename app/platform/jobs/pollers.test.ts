import { describe, expect, it } from 'vitest'
import { createLog } from '#app/platform/log/log.server.ts'
import { type PollerClock, startPollers } from './pollers.server.ts'

/** A clock that stands still until the test ends each wait. */
function handClock() {
  const requested: { milliseconds: number; end: () => void }[] = []
  const watchers: (() => void)[] = []
  const clock: PollerClock = {
    now: () => new Date('2026-11-21T12:00:00Z'),
    wait: (milliseconds, signal) =>
      new Promise<void>((resolve, reject) => {
        if (signal.aborted) reject(signal.reason)
        signal.addEventListener('abort', () => reject(signal.reason))
        requested.push({ milliseconds, end: resolve })
        watchers.shift()?.()
      }),
  }
  /** The next wait that a job requests, in milliseconds, ended at once. */
  const pass = async (): Promise<number> => {
    if (requested.length === 0) await new Promise<void>(resolve => watchers.push(resolve))
    const wait = requested.shift()
    wait?.end()
    return wait?.milliseconds ?? Number.NaN
  }
  return { clock, pass }
}

function startOne(run: () => Promise<number>, everyMs = 1000) {
  const lines: { event: string }[] = []
  const { clock, pass } = handClock()
  const log = createLog('info', line => lines.push(JSON.parse(line)))
  const worker = startPollers({ pollers: [{ name: 'one', everyMs, run }], log, clock })
  return { worker, pass, events: () => lines.map(line => line.event) }
}

describe('startPollers', () => {
  it('runs again at once while there is work, and otherwise after its interval', async () => {
    const left = [2, 1, 0, 0]
    const { worker, pass } = startOne(async () => left.shift() ?? 0)
    expect([await pass(), await pass(), await pass(), await pass()]).toEqual([0, 0, 1000, 1000])
    await worker.stop()
  })

  it('backs off while a job fails, and logs only the start and the end of the failures', async () => {
    let failuresLeft = 9
    const { worker, pass, events } = startOne(async () => {
      failuresLeft -= 1
      if (failuresLeft >= 0) throw new Error('database away')
      return 0
    }, 100)
    const waits: number[] = []
    for (let round = 0; round < 10; round += 1) waits.push(await pass())
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 100])
    expect(events()).toEqual(['job_failed', 'job_recovered'])
    await worker.stop()
  })

  it('never runs a job twice at once, and runs others in parallel', async () => {
    const gate = Promise.withResolvers<number>()
    const { clock, pass } = handClock()
    let slowRuns = 0
    let quickRuns = 0
    const worker = startPollers({
      log: createLog('error', () => {}),
      clock,
      pollers: [
        {
          name: 'slow',
          everyMs: 1,
          run: () => {
            slowRuns += 1
            return gate.promise
          },
        },
        {
          name: 'quick',
          everyMs: 7,
          run: async () => {
            quickRuns += 1
            return 0
          },
        },
      ],
    })
    for (let round = 0; round < 20; round += 1) expect(await pass()).toBe(7)
    expect(slowRuns).toBe(1)
    expect(quickRuns).toBeGreaterThanOrEqual(20)
    gate.resolve(0)
    await worker.stop()
  })

  it('finishes the current run when it stops, and starts no other', async () => {
    const gate = Promise.withResolvers<number>()
    let runs = 0
    let ended = false
    const { worker } = startOne(() => {
      runs += 1
      return gate.promise.finally(() => {
        ended = true
      })
    })
    const stopped = worker.stop().then(() => ended)
    gate.resolve(5)
    expect(await stopped).toBe(true)
    expect(runs).toBe(1)
  })

  it('stops at once while waiting, also on the real clock', async () => {
    const ran = Promise.withResolvers<void>()
    const worker = startPollers({
      log: createLog('error', () => {}),
      pollers: [
        {
          name: 'rare',
          everyMs: 3_600_000,
          run: async () => {
            ran.resolve()
            return 0
          },
        },
      ],
    })
    await ran.promise
    await worker.stop()
  })
})

import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Milliseconds between two looks. */
const LOOK_MS = 10_000
/** Share of the time between two looks for which a process at rest is busy, at most: with its jobs and single visitors. */
const QUIET = 0.05
/** Bytes that are not worth a collection's pause of some 300 ms; the shop needs about 220 MiB. */
const SMALL_BYTES = 320 * 1024 * 1024
/** Growth since the last collection from which another one gains something. */
const GROWTH = 1.2

/**
 * Gives the memory of a busy time back once the process is at rest. V8 collects while memory is asked for, and keeps the
 * emptied pages for later: a process that is asked for nothing more keeps what its last visitors needed.
 */
export function collectAtRest({ lookMs = LOOK_MS, smallBytes = SMALL_BYTES } = {}): void {
  const collect = collector()
  let before = performance.eventLoopUtilization()
  let kept = 0
  async function look(): Promise<void> {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    const resident = process.memoryUsage.rss()
    if (utilization > QUIET || resident < smallBytes || resident < kept * GROWTH) return
    await collect()
    kept = process.memoryUsage.rss()
  }
  setInterval(() => void look(), lookMs).unref()
}

/** V8's own collection, which also returns emptied pages; its flag is read when a context is made. */
function collector(): () => Promise<void> {
  setFlagsFromString('--expose-gc')
  const gc: NodeJS.GCFunction = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  return () => gc({ type: 'major', execution: 'async', flavor: 'last-resort' })
}

import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import autocannon from 'autocannon'
import { processorSeconds } from '#tests/support/processor-time.ts'
import { type Figure, number } from './figures.ts'
import { withShop } from './shop.ts'

/** Pages that are rendered for each visitor, and pages that the cache answers. */
const PATHS = ['/', '/assessments', '/assessments?q=gobierno', '/assessment/agilidad', '/dama-assessment']
const BUSY_SECONDS = Number(process.env.ALHENA_BENCH_SECONDS ?? 120)
const REST_SECONDS = 60
const CONNECTIONS = 20

/** As `npm start` and the recipes of deploy/ start it. */
const STARTED = { NODE_OPTIONS: '--max-semi-space-size=16', MALLOC_ARENA_MAX: '2' }

/**
 * Resident memory of the web process, worker included: once it serves, right after two busy minutes of six pages, and
 * a minute later.
 */
export async function measureMemory(): Promise<Figure[]> {
  return withShop(async ({ url, pid }) => {
    const start = await residentMiB(pid)
    const secondsBefore = processorSeconds(pid)
    const requests = PATHS.map(path => ({ path, headers: { 'accept-encoding': 'br' } }))
    const {
      errors,
      latency,
      requests: answered,
    } = await autocannon({
      url,
      requests,
      duration: BUSY_SECONDS,
      connections: CONNECTIONS,
      workers: 1,
    })
    if (errors > 0) throw new Error(`${errors} requests failed`)
    const busy = await residentMiB(pid)
    const cost = (processorSeconds(pid) - secondsBefore) / answered.total
    await delay(REST_SECONDS * 1000)
    const rest = await residentMiB(pid)
    return [
      {
        name: `memory of the web process after ${REST_SECONDS} s of rest`,
        value: `${number(rest)} MiB`,
        peer: `${number(start)} MiB at its start, ${number(busy)} after ${BUSY_SECONDS} busy seconds`,
        ratio: rest / start,
        measured: rest,
        aim: { most: 350 },
      },
      {
        name: 'requests of those busy seconds',
        value: `${number(answered.average)}/s, p50 ${latency.p50} ms, p99 ${latency.p99} ms`,
        peer: `${number(cost * 1000)} ms of processor time each`,
      },
    ]
  }, STARTED)
}

async function residentMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
}

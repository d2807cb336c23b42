import { spawn } from 'node:child_process'
import { once } from 'node:events'
import autocannon from 'autocannon'
import { processorSeconds } from '#tests/support/processor-time.ts'
import { type Figure, number } from './figures.ts'
import { withShop } from './shop.ts'

const SECONDS = 4
const ROUNDS = 3
const CONNECTIONS = 32

/** A web process as in production: log lines, figures for Prometheus and the limits of each visitor, told apart behind one proxy. */
const AS_IN_PRODUCTION = { LOG_LEVEL: 'info', METRICS_PORT: '0', RATE_LIMITS: '1', PROXY_HOPS: '1', WORKER: '0' }
/** More than the limit of one visitor's requests would let through in the whole time. */
const VISITORS = 1_000

/**
 * Requests per second of the cached `/`, and the processor time of each, against a bare node:http server that sends the
 * same bytes and headers; the two alternate, so that other load affects both. Processor time is that of the serving
 * process alone: a client that is slower than the servers makes their rates alike.
 */
export async function measurePages(): Promise<Figure[]> {
  return withShop(async ({ url, pid }) => {
    const shop = { url: `${url}/`, pid }
    await loadOf(shop, 'identity', 2)
    return [...(await compare(shop, 'identity')), ...(await compare(shop, 'br')), await compareUnchanged(shop)]
  }, AS_IN_PRODUCTION)
}

type Served = { url: string; pid: number }

/** Requests answered, in how many seconds and with how many seconds of the serving process's processor time. */
type Load = { requests: number; seconds: number; processor: number }

async function compare(shop: Served, encoding: string): Promise<Figure[]> {
  const process = spawn(globalThis.process.execPath, ['bench/bare-server.ts', shop.url, encoding], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [address] = await once(process.stdout, 'data')
    const bare = { url: String(address).trim(), pid: process.pid ?? 0 }
    await loadOf(bare, encoding, 2)
    const loads: { shop: Load[]; bare: Load[] } = { shop: [], bare: [] }
    for (let round = 0; round < ROUNDS; round += 1) {
      loads.shop.push(await loadOf(shop, encoding, SECONDS))
      loads.bare.push(await loadOf(bare, encoding, SECONDS))
    }
    const rates = { shop: rateOf(loads.shop), bare: rateOf(loads.bare) }
    const costs = { shop: costOf(loads.shop), bare: costOf(loads.bare) }
    return [
      {
        name: `cached / as ${encoding}`,
        value: `${number(rates.shop)} requests/s`,
        peer: `${number(rates.bare)} of bare node:http`,
        ratio: rates.shop / rates.bare,
        aim: { least: 0.6 },
      },
      {
        name: `processor time of a cached / as ${encoding}`,
        value: `${number(costs.shop)} µs`,
        peer: `${number(costs.bare)} µs of bare node:http`,
        ratio: costs.bare / costs.shop,
        aim: { least: 0.7 },
      },
    ]
  } finally {
    process.kill()
  }
}

const sum = (loads: readonly Load[], part: keyof Load): number => loads.reduce((total, load) => total + load[part], 0)

/** Requests per second. */
const rateOf = (loads: readonly Load[]): number => sum(loads, 'requests') / sum(loads, 'seconds')

/** Microseconds of processor time per request. */
const costOf = (loads: readonly Load[]): number => (sum(loads, 'processor') / sum(loads, 'requests')) * 1e6

/** The page for somebody who has it, against the same page for somebody who has not. */
async function compareUnchanged(shop: Served): Promise<Figure> {
  const { headers } = await fetch(shop.url)
  const known = { 'if-none-match': headers.get('etag') ?? '' }
  const loads: { whole: Load[]; unchanged: Load[] } = { whole: [], unchanged: [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    loads.unchanged.push(await loadOf(shop, 'br', SECONDS, known))
    loads.whole.push(await loadOf(shop, 'br', SECONDS))
  }
  const rates = { unchanged: rateOf(loads.unchanged), whole: rateOf(loads.whole) }
  return {
    name: 'cached /, unchanged (304)',
    value: `${number(rates.unchanged)} requests/s`,
    peer: `${number(rates.whole)} of the whole page as br`,
    ratio: rates.unchanged / rates.whole,
    aim: { least: 1 },
  }
}

/** @param known headers of somebody who has the page: the answers are 304 then. */
async function loadOf(
  { url, pid }: Served,
  encoding: string,
  duration: number,
  known?: Record<string, string>,
): Promise<Load> {
  const requests = Array.from({ length: VISITORS }, (_, visitor) => ({
    headers: { 'accept-encoding': encoding, 'x-forwarded-for': `10.0.${visitor >> 8}.${visitor & 255}`, ...known },
  }))
  const before = processorSeconds(pid)
  const result = await autocannon({ url, duration, requests, connections: CONNECTIONS, workers: 1 })
  const processor = processorSeconds(pid) - before
  const refused = result['4xx'] + result['5xx']
  if (refused > 0 || result.errors > 0) throw new Error(`${url}: ${refused} refused, ${result.errors} errors`)
  return { requests: result.requests.total, seconds: result.duration, processor }
}

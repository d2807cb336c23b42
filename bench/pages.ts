import { spawn } from 'node:child_process'
import { once } from 'node:events'
import autocannon from 'autocannon'
import { type Figure, number } from './figures.ts'
import { withShop } from './shop.ts'

const SECONDS = 4
const ROUNDS = 3
const CONNECTIONS = 32

/**
 * Requests per second of `/`, cached and with a log line each, against a bare node:http server that sends the same
 * bytes and headers; the two alternate, so that other load affects both.
 */
export async function measurePages(): Promise<Figure[]> {
  return withShop(
    async ({ url }) => {
      await rateOf(`${url}/`, 'identity', 2)
      return [await compare(`${url}/`, 'identity'), await compare(`${url}/`, 'br'), await compareUnchanged(`${url}/`)]
    },
    { LOG_LEVEL: 'info' },
  )
}

async function compare(home: string, encoding: string): Promise<Figure> {
  const bare = spawn(process.execPath, ['bench/bare-server.ts', home, encoding], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [address] = await once(bare.stdout, 'data')
    const rates = { home: 0, bare: 0 }
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.home += (await rateOf(home, encoding, SECONDS)) / ROUNDS
      rates.bare += (await rateOf(String(address).trim(), encoding, SECONDS)) / ROUNDS
    }
    return {
      name: `cached / as ${encoding}`,
      value: `${number(rates.home)} requests/s`,
      peer: `${number(rates.bare)} of bare node:http`,
      ratio: rates.home / rates.bare,
      aim: { least: 0.6 },
    }
  } finally {
    bare.kill()
  }
}

/** The page for somebody who has it, against the same page for somebody who has not. */
async function compareUnchanged(home: string): Promise<Figure> {
  const { headers } = await fetch(home)
  const known = { 'if-none-match': headers.get('etag') ?? '' }
  const rates = { whole: 0, unchanged: 0 }
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.unchanged += (await rateOf(home, 'br', SECONDS, known)) / ROUNDS
    rates.whole += (await rateOf(home, 'br', SECONDS)) / ROUNDS
  }
  return {
    name: 'cached /, unchanged (304)',
    value: `${number(rates.unchanged)} requests/s`,
    peer: `${number(rates.whole)} of the whole page as br`,
    ratio: rates.unchanged / rates.whole,
    aim: { least: 1 },
  }
}

/** @param known headers of somebody who has the page: the answers are 304 then. */
async function rateOf(
  url: string,
  encoding: string,
  duration: number,
  known?: Record<string, string>,
): Promise<number> {
  const headers = { 'accept-encoding': encoding, ...known }
  const result = await autocannon({ url, duration, headers, connections: CONNECTIONS, workers: 1 })
  const refused = result['4xx'] + result['5xx']
  if (refused > 0 || result.errors > 0) throw new Error(`${url}: ${refused} refused, ${result.errors} errors`)
  return result.requests.average
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import autocannon from 'autocannon'
import { figure, withShop } from './shop.ts'

const SECONDS = 4
const ROUNDS = 3
const CONNECTIONS = 32

/**
 * Requests per second of `/`, cached and with a log line each, against a bare node:http server that sends the same
 * bytes and headers; the two alternate, so that other load affects both.
 */
export async function measurePages(): Promise<string[]> {
  return withShop(
    async ({ url }) => {
      await rateOf(`${url}/`, 'identity', 2)
      return [await compare(`${url}/`, 'identity'), await compare(`${url}/`, 'br')]
    },
    { LOG_LEVEL: 'info' },
  )
}

async function compare(home: string, encoding: string): Promise<string> {
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
    const ratio = figure(rates.home / rates.bare)
    return `/ as ${encoding}: ${figure(rates.home)} requests/s; bare node:http: ${figure(rates.bare)}; ratio ${ratio}`
  } finally {
    bare.kill()
  }
}

async function rateOf(url: string, encoding: string, duration: number): Promise<number> {
  const headers = { 'accept-encoding': encoding }
  const result = await autocannon({ url, duration, headers, connections: CONNECTIONS, workers: 1 })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`)
  return result.requests.average
}

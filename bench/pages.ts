import { rm, writeFile } from 'node:fs/promises'
import autocannon from 'autocannon'
import { figure, withShop } from './shop.ts'

const SECONDS = 6
const CONNECTIONS = 32
const FILE = 'bench-static.txt'

/** Requests a second of `/` against a static file of the same size from the same server, without and with compression. */
export async function measurePages(): Promise<string[]> {
  return withShop(async ({ url }) => {
    const size = (await (await fetch(url, { headers: { 'accept-encoding': 'identity' } })).arrayBuffer()).byteLength
    const path = `build/client/assets/${FILE}`
    await writeFile(path, 'x'.repeat(size))
    try {
      await rateOfPage(`${url}/`, 2)
      const file = await rateOfPage(`${url}/assets/${FILE}`, SECONDS)
      const home = await rateOfPage(`${url}/`, SECONDS)
      return [
        `/ (${(size / 1024).toFixed(0)} KiB): ${figure(home)} requests/s; static file of the same size: ${figure(file)}; ratio ${figure(home / file)}`,
      ]
    } finally {
      await rm(path, { force: true })
    }
  })
}

async function rateOfPage(url: string, duration: number): Promise<number> {
  const result = await autocannon({ url, duration, connections: CONNECTIONS, workers: 1 })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`)
  return result.requests.average
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { openDatabases } from '#app/platform/database/database.server.ts'
import {
  createAccount,
  createInvitation,
  createPaidItem,
  createSession,
  findProduct,
} from '#tests/support/factories.ts'
import { processorSeconds } from '#tests/support/processor-time.ts'
import { type Figure, number } from './figures.ts'
import { type BenchShop, withShop } from './shop.ts'

const SECONDS = 8
const WARMING_SECONDS = 4
const CONNECTIONS = 8
const PURCHASES = 5
const INVITED = 9

/** Pages of a buyer with five purchases, and the requests per second that each has to answer on two cores. */
const PAGES = [
  { name: 'profile', address: '/account', least: 400 },
  { name: 'dashboard', address: '/account/dashboard', least: 150 },
  { name: 'orders', address: '/account/orders', least: 200 },
  { name: 'checkout', address: '/checkout', least: 300 },
] as const

/**
 * Requests per second of pages of somebody signed in, which no cache answers, over eight connections; and where the time of one goes:
 * milliseconds of processor time of the serving process and of the database. The client shares the cores with both.
 */
export async function measureSignedIn(): Promise<Figure[]> {
  return withShop(
    async shop => {
      const cookie = await signedInBuyer(shop)
      const figures: Figure[] = []
      for (const page of PAGES) {
        await load(shop, page.address, cookie, WARMING_SECONDS)
        const { rate, server, database } = await load(shop, page.address, cookie, SECONDS)
        figures.push({
          name: `${page.name} of a buyer with ${PURCHASES} purchases, ${CONNECTIONS} connections`,
          value: `${number(rate)} requests/s`,
          peer: `${number(server)} ms of processor time of the server, ${number(database)} of the database`,
          measured: rate,
          aim: { least: page.least },
        })
      }
      return figures
    },
    { LOG_LEVEL: 'info', WORKER: '0' },
  )
}

/** The cookie of a buyer with five purchases of ten people each. */
async function signedInBuyer({ databaseUrl }: BenchShop): Promise<string> {
  const { ownerPool, close } = openDatabases(databaseUrl, 4)
  try {
    const { id: userId, email } = await createAccount(ownerPool)
    const { id: productId } = await findProduct(ownerPool)
    for (let bought = 0; bought < PURCHASES; bought += 1) {
      const item = await createPaidItem(ownerPool, { userId, productId, seats: INVITED + 1 })
      for (let invited = 0; invited < INVITED; invited += 1) {
        await createInvitation(ownerPool, { itemId: item.item_id, userId })
      }
    }
    await ownerPool.query('vacuum analyze user_accesses')
    const { name, value } = await createSession(ownerPool, email)
    return `${name}=${value}`
  } finally {
    await close()
  }
}

/** Requests per second, and milliseconds of processor time for each. */
type Load = { rate: number; server: number; database: number }

async function load(shop: BenchShop, address: string, cookie: string, seconds: number): Promise<Load> {
  const before = { server: processorSeconds(shop.pid), database: databaseSeconds(shop.dataDir) }
  const result = await autocannon({
    url: shop.url + address,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { cookie, 'accept-encoding': 'gzip, deflate, br' },
  })
  const answered = result['2xx']
  if (answered === 0 || result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${address}: ${answered} answered, ${result.non2xx} otherwise, ${result.errors} errors`)
  }
  const each = (after: number, earlier: number) => ((after - earlier) * 1000) / answered
  return {
    rate: answered / result.duration,
    server: each(processorSeconds(shop.pid), before.server),
    database: each(databaseSeconds(shop.dataDir), before.database),
  }
}

/** Seconds of processor time of all the database's processes. Sessions of its pools stay, so that none takes its seconds with it. */
function databaseSeconds(dataDir: string): number {
  const cluster = readdirSync(dataDir).find(name => name.startsWith('postgres-'))
  if (!cluster) throw new Error(`No database in ${dataDir}`)
  const postmaster = Number(readFileSync(join(dataDir, cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ').map(Number)
  return children.reduce((total, pid) => total + processorSeconds(pid), 0)
}

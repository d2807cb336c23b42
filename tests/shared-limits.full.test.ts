import { rm } from 'node:fs/promises'
import { expect, it, onTestFinished } from 'vitest'
import { cloneDatabase } from './support/database.ts'
import { makeScratchFolder } from './support/scratch-folder.ts'
import { startShop } from './support/shop-process.ts'

/** Of server/rate-limit.ts: reads of one address in ten seconds. */
const LIMIT = 600
/** Requests at a time, of which each process gets half. */
const BATCH = 200
/** Neither process alone would refuse any of these. */
const MOST = 1000

it('two processes refuse an address that spreads its requests over both', async () => {
  const database = await cloneDatabase()
  onTestFinished(() => database.close())
  const folder = await makeScratchFolder('limits')
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const env = { DATABASE_URL: database.address, DATA_DIR: folder, DB_POOL: '12', DEMO: '1', RATE_LIMITS: '1' }
  const shops = await Promise.all([1, 2].map(() => startShop({ ...env, WORKER: '0', LOG_LEVEL: 'error' })))
  onTestFinished(async () => void (await Promise.all(shops.map(shop => shop.end('SIGKILL')))))

  const [one, other] = shops.map(
    ({ url }) =>
      async () =>
        (await fetch(url, { method: 'HEAD' })).status,
  )
  const shared = async (): Promise<number> => {
    const { rows } = await database.ownerPool.query<{ points: string }>('select points from private.request_counts')
    return Math.max(0, ...rows.map(({ points }) => Number(points)))
  }
  let answered = 0
  let refused = 0
  for (let sent = BATCH; sent <= MOST && refused === 0; sent += BATCH) {
    const statuses = await Promise.all(Array.from({ length: BATCH }, (_, nth) => (nth % 2 === 0 ? one : other)?.()))
    answered += statuses.filter(status => status === 200).length
    refused += statuses.filter(status => status === 429).length
    // They exchange their counts twice a second; all of these requests may be answered before.
    if (refused === 0) await expect.poll(shared, { timeout: 10_000 }).toBeGreaterThanOrEqual(sent)
  }
  expect(refused).toBeGreaterThan(0)
  expect(answered).toBeGreaterThanOrEqual(LIMIT)
}, 180_000)

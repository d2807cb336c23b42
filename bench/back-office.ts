import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Databases, openDatabases } from '#app/platform/database/database.server.ts'
import { addressOf } from '#app/platform/database/database-address.ts'
import { startEmbeddedPostgres } from '#app/platform/embedded-postgres/launcher.server.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { createProfile } from '#tests/support/factories.ts'
import { measureExport } from './back-office-export.ts'
import { fillBackOffice } from './back-office-rows.ts'
import { type Admin, backOfficeSteps } from './back-office-steps.ts'
import { type Figure, number } from './figures.ts'

const FEW = 1000
/** Orders of the large shop; ALHENA_BENCH_ORDERS sets fewer on a small machine. */
const MANY = Number(process.env.ALHENA_BENCH_ORDERS ?? 1_000_000)
const ROUNDS = 15

/** What grows by nature: recipients are counted up to 5,001, and the newest 1,000 matches of a common word are sorted. */
const GROWS = new Set(['accesses, who has not completed', 'clients, a common word, by what they spent'])

type FilledShop = { orders: number; databases: Databases; admin: Admin }

/**
 * Lists, search, dashboard and analytics of the back office with 1,000 orders and with a million, and the export. The
 * two shops are filled once and queried alternately, so that other load affects both.
 */
export async function measureBackOffice(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'alhena-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir, maxConnections: 30 })
  const shops: FilledShop[] = []
  try {
    const started = performance.now()
    for (const orders of [FEW, MANY]) shops.push(await fillShop(postgres.connectionString, orders))
    const [few, many] = shops
    if (!few || !many) throw new Error('Two shops')
    const filled = { name: `a shop of ${MANY} orders, filled`, value: seconds(performance.now() - started) }
    return [
      filled,
      await measureRecount(many),
      ...(await compareShops(few, many)),
      ...(await measureExport(many.databases, many.admin)),
    ]
  } finally {
    await Promise.all(shops.map(({ databases }) => databases.close()))
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function fillShop(server: string, orders: number): Promise<FilledShop> {
  const maintenance = openDatabases(server, 1)
  await maintenance.ownerPool.query(`create database orders_${orders}`)
  await maintenance.close()
  const databases = openDatabases(addressOf(server, `orders_${orders}`), 4)
  await prepareDatabase(databases, { demo: true, payments: 'simulator' })
  const { id: userId } = await createProfile(databases.ownerPool, { role: 'admin' })
  await fillBackOffice(databases.ownerPool, orders)
  return { orders, databases, admin: { kind: 'admin', userId } }
}

/** The cost of recomputing every figure, for comparison. */
async function measureRecount({ databases }: FilledShop): Promise<Figure> {
  const start = performance.now()
  await databases.ownerPool.query(
    'set statement_timeout = 0; select private.recount_daily_figures(); reset statement_timeout',
  )
  return { name: 'every figure counted anew', value: seconds(performance.now() - start) }
}

/** The median milliseconds of every step in both shops, queried alternately, and their ratio. */
async function compareShops(few: FilledShop, many: FilledShop): Promise<Figure[]> {
  const figures: Figure[] = []
  const [before, after] = [
    await backOfficeSteps(few.databases, few.admin),
    await backOfficeSteps(many.databases, many.admin),
  ]
  for (const [name, step] of Object.entries(before)) {
    const other = after[name]
    if (!other) continue
    const times: [number[], number[]] = [[], []]
    for (let round = -3; round < ROUNDS; round += 1) {
      for (const [index, run] of [step, other].entries()) {
        const start = performance.now()
        await run()
        if (round >= 0) times[index === 0 ? 0 : 1].push(performance.now() - start)
      }
    }
    const [one, two] = [medianOf(times[0]), medianOf(times[1])]
    figures.push({
      name: `${name}, ${many.orders} orders`,
      value: `${number(two)} ms`,
      peer: `${number(one)} ms with ${few.orders}`,
      ratio: two / one,
      ...(!GROWS.has(name) && { aim: { most: 3 } }),
    })
  }
  return figures
}

const seconds = (milliseconds: number): string => `${number(milliseconds / 1000)} s`

const medianOf = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0

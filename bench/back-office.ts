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
import { figure } from './shop.ts'

const FEW = 1000
/** Orders of the large shop; ALHENA_BENCH_ORDERS sets fewer on a small machine. */
const MANY = Number(process.env.ALHENA_BENCH_ORDERS ?? 1_000_000)
const ROUNDS = 15

type FilledShop = { orders: number; databases: Databases; admin: Admin }

/**
 * Lists, search, dashboard and analytics of the back office with 1,000 orders and with a million, and the export. The
 * two shops are filled once and queried alternately, so that other load affects both.
 */
export async function measureBackOffice(): Promise<string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'alhena-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir, maxConnections: 30 })
  const shops: FilledShop[] = []
  try {
    const started = performance.now()
    for (const orders of [FEW, MANY]) shops.push(await fillShop(postgres.connectionString, orders))
    const [few, many] = shops
    if (!few || !many) throw new Error('Two shops')
    const filled = `back office, filled with ${MANY} orders in ${figure((performance.now() - started) / 1000)} s; ${await measureRecount(many)}`
    return [filled, ...(await compareShops(few, many)), await measureExport(many.databases, many.admin)]
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
async function measureRecount({ databases }: FilledShop): Promise<string> {
  const start = performance.now()
  await databases.ownerPool.query(
    'set statement_timeout = 0; select private.recount_daily_figures(); reset statement_timeout',
  )
  return `every figure counted anew in ${figure((performance.now() - start) / 1000)} s`
}

/** The median milliseconds of every step in both shops, queried alternately, and their ratio. */
async function compareShops(few: FilledShop, many: FilledShop): Promise<string[]> {
  const lines: string[] = []
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
    lines.push(
      `back office, ${name}: ${figure(one)} ms with ${few.orders} orders, ${figure(two)} ms with ${many.orders}; ratio ${figure(two / one)}`,
    )
  }
  return lines
}

const medianOf = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0

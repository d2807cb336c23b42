import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, asActor, VISITOR } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile } from '#tests/support/factories.ts'
import { createCardOrder } from '#tests/support/ledger.ts'

const NOON = new Date('2026-11-20T15:00:00Z')
const daysLater = (days: number) => new Date(NOON.getTime() + days * 86_400_000)

let database: TestDatabase
let admin: Actor
let client: Actor
let orders: { cheap: Sale; dear: Sale; simulated: Sale }
let fee: string

type Sale = { entry: string; number: string }

beforeAll(async () => {
  database = await cloneDatabase()
  const pool = database.ownerPool
  admin = { kind: 'admin', userId: (await createProfile(pool, { role: 'admin' })).id }
  const userId = (await createProfile(pool)).id
  client = { kind: 'user', userId }
  const productId = (await createProduct(pool)).id
  const sell = async (subtotal: number, days: number, gateway = 'webpay'): Promise<Sale> => {
    const { orderId } = await createCardOrder(database, { userId, productId, subtotal, gateway, at: daysLater(days) })
    const { rows } = await pool.query(
      `select entry.id as entry, orders.order_number as number from ledger_entries entry join orders on orders.id = entry.order_id
       where orders.id = $1`,
      [orderId],
    )
    return rows[0]
  }
  orders = {
    cheap: await sell(119_000, 0),
    dear: await sell(238_000, 1),
    simulated: await sell(119_000, 2, 'simulator'),
  }
  const lines = JSON.stringify([
    { account: 'fees', debit: 119_000 },
    { account: 'card_receivable', credit: 119_000 },
  ])
  fee = await asActor(database.db, admin, async tx => {
    const { rows } = await sql<{ id: string }>`
      select private.post_ledger('fee', ${daysLater(3)}, ${randomUUID()}::uuid, null, ${lines}::jsonb) as id`.execute(
      tx,
    )
    return rows[0]?.id ?? ''
  })
})
afterAll(() => database.close())

type Filters = {
  event?: string
  account?: string
  simulated?: boolean
  from?: Date
  until?: Date
  sort?: 'at' | 'amount_clp'
  descending?: boolean
  after?: string
  max?: number
}

const find = (input: string, filters: Filters = {}, actor = admin) =>
  asActor(database.db, actor, async tx => {
    const { event, account, simulated, from, until, sort = 'at', descending = false, after, max = 25 } = filters
    const { rows } = await sql<{ id: string }>`
      select id from private.find_ledger_entries(${input}, ${event ?? null}, ${account ?? null}, ${simulated ?? null},
        ${from ?? null}, ${until ?? null}, ${sort}, ${descending}, ${after ?? null}, ${max}) id`.execute(tx)
    return rows.map(({ id }) => id)
  })

it('finds entries by their pesos and by the number of their order', async () => {
  const { cheap, dear, simulated } = orders
  expect(await find('119.000')).toEqual([cheap.entry, simulated.entry, fee])
  expect(await find(dear.number)).toEqual([dear.entry])
  expect(await find(`238000 ${cheap.number}`)).toEqual([])
})

it.each([
  ['the event', { event: 'fee' }, () => [fee]],
  ['an account', { account: 'sales' }, () => [orders.cheap.entry, orders.simulated.entry]],
  ['real money', { simulated: false }, () => [orders.cheap.entry, fee]],
  ['simulated payments', { simulated: true }, () => [orders.simulated.entry]],
  ['a period, whose end is not in it', { from: daysLater(2), until: daysLater(3) }, () => [orders.simulated.entry]],
  ['several at once', { event: 'sale', until: daysLater(2) }, () => [orders.cheap.entry]],
] as const)('filters by %s', async (_, filters, expected) => {
  expect(await find('119000', filters)).toEqual(expected())
})

it('turns pages in either direction by the last row of the page before', async () => {
  const forwards = [orders.cheap.entry, orders.dear.entry, orders.simulated.entry]
  for (const [descending, all] of [
    [false, forwards],
    [true, forwards.toReversed()],
  ] as const) {
    const first = await find('alh', { descending, max: 2 })
    expect(first).toEqual(all.slice(0, 2))
    expect(await find('alh', { descending, max: 2, after: all[1] ?? '' })).toEqual(all.slice(2))
  }
  const byAmount = await find('alh', { sort: 'amount_clp', descending: true })
  expect(byAmount[0]).toBe(orders.dear.entry)
})

it('shows nothing to clients and visitors, and takes no filter as SQL', async () => {
  expect(await find('119000', {}, client)).toEqual([])
  expect(await find('119000', {}, VISITOR)).toEqual([])
  expect(await find('119000', { event: "sale' or true --" })).toEqual([])
  expect(await find("') or true --")).toEqual([])
})

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Day, dayOf } from '#app/kernel/dates.ts'
import { type Actor, asActor, VISITOR } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import {
  createInvitation,
  createPaidItem,
  createProduct,
  createProfile,
  createRefund,
} from '#tests/support/factories.ts'
import { type Days, findDailySums, findFigures, findTopProducts, foldFigures } from './figures.server.ts'
import { findEverything } from './find-everything.server.ts'

let database: TestDatabase
let admin: Actor
let buyer: { id: string; email: string }
beforeAll(async () => {
  database = await cloneDatabase()
  admin = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
  buyer = await createProfile(database.ownerPool, { first_name: 'Rosa', last_name: 'Díaz' })
})
afterAll(() => database.close())

const today = dayOf(new Date())
const TODAY = { from: today, to: today }
const read = (days: Days, actor = admin) =>
  asActor(database.db, actor, async tx => ({
    figures: await findFigures(tx, days),
    daily: await findDailySums(tx, days),
    top: await findTopProducts(tx, days),
  }))
const all = () => read(undefined)

async function look(type: string, session: string, at = 'now()') {
  await asActor(database.db, VISITOR, tx =>
    tx
      .insertInto('analytics_events')
      .values({
        session_id: session,
        event_type: type,
        event_data: '{}',
        page_url: '/',
        referrer: null,
        user_agent: null,
        notice_version: 1,
        ...(at !== 'now()' && { created_at: new Date(at) }),
      })
      .execute(),
  )
}

// shows: S9.19, B2.7, B4.1
it('sums changes as they happen, with the same result before and after aggregation and recomputation', async () => {
  const product = await createProduct(database.ownerPool)
  const team = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats: 20 })
  const alone = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id })
  const back = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats: 5 })
  await createRefund(database.ownerPool, back.order_id)
  await createRefund(database.ownerPool, team.order_id, { amount: 400 })
  await createInvitation(database.ownerPool, { itemId: team.item_id, userId: buyer.id })
  await database.ownerPool.query(
    "update user_accesses set status = 'completed', accessed_at = now(), completed_at = now() where id = $1",
    [alone.owner_access_id],
  )
  const session = randomUUID()
  for (const type of ['plp_view', 'plp_view', 'add_to_cart_business']) await look(type, session)
  await look('plp_view', randomUUID())

  const before = await read(TODAY)
  expect(before.figures).toEqual({
    orders: 3,
    pending: 0,
    paid: 3,
    paidBusiness: 2,
    gross: 26_000,
    refunded: 5400,
    chargedBack: 0,
    visits: 2,
    paidVisits: 0,
    listViews: 3,
    cartAdditions: 1,
    accesses: 3,
    completed: 1,
  })
  expect(before.daily).toEqual([{ day: today, gross: 26_000, refunded: 5400, chargedBack: 0, orders: 3 }])
  expect(before.top).toEqual([{ id: product.id, name: product.name, seats: 26, gross: 26_000 }])

  expect(await foldFigures(database.db, new Date())).toBeGreaterThan(0)
  expect(await foldFigures(database.db, new Date())).toBe(0)
  expect(await read(TODAY)).toEqual(before)
  // The same session is one visit, also after the fold.
  await look('plp_view', session)
  expect((await read(TODAY)).figures).toMatchObject({ visits: 2, listViews: 4 })

  const everything = await all()
  await database.ownerPool.query('select private.recount_daily_figures()')
  expect(await all()).toEqual(everything)
})

it('reads a long period as its whole months and the remaining days', async () => {
  const started = await all()
  const days = ['2024-01-30', '2024-02-01', '2024-02-29', '2024-03-01', '2024-03-31', '2024-04-02'] as const
  for (const day of days) await look('plp_view', randomUUID(), `${day}T15:00:00Z`)
  const views = async (from: Day, to: Day) => (await read({ from, to })).figures.listViews
  for (const prepare of [
    () => undefined,
    () => foldFigures(database.db, new Date()),
    () => database.ownerPool.query('select private.recount_daily_figures()'),
  ]) {
    await prepare()
    for (const [from, first] of days.entries()) {
      for (const [to, last] of days.entries()) {
        expect(await views(first, last), `${first} to ${last}`).toBe(Math.max(0, to - from + 1))
      }
    }
    expect(await views('2024-01-31', '2024-04-01')).toBe(4)
    expect((await all()).figures.listViews).toBe(started.figures.listViews + days.length)
  }
})

it('recomputes during purchases and visits without blocking or losing any', async () => {
  const product = await createProduct(database.ownerPool)
  await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id })
  const before = await all()
  const counting = await database.ownerPool.connect()
  await counting.query('begin')
  await counting.query('select private.recount_daily_figures()')
  await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats: 3 })
  // A worker folds them later.
  expect(await foldFigures(database.db, new Date())).toBe(0)
  const watched = look('plp_view', randomUUID())
  await counting.query('commit')
  counting.release()
  await watched
  const after = await all()
  expect(after.figures).toMatchObject({
    paid: before.figures.paid + 1,
    gross: before.figures.gross + 3000,
    visits: before.figures.visits + 1,
    listViews: before.figures.listViews + 1,
  })
  while ((await foldFigures(database.db, new Date())) > 0);
  expect(await all()).toEqual(after)
})

it('counts a sale on the day of its payment, and a refund on its own', async () => {
  const product = await createProduct(database.ownerPool)
  const item = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats: 2 })
  await database.ownerPool.query(
    "update orders set created_at = '2025-10-31T15:00:00Z', paid_at = '2025-11-02T15:00:00Z' where id = $1",
    [item.order_id],
  )
  await createRefund(database.ownerPool, item.order_id, { amount: 500, at: '2025-12-05T15:00:00Z' })
  const month = async (from: Day, to: Day) => (await read({ from, to })).figures
  for (const prepare of [() => undefined, () => database.ownerPool.query('select private.recount_daily_figures()')]) {
    await prepare()
    expect(await month('2025-10-01', '2025-10-31')).toMatchObject({ orders: 1, paid: 0, gross: 0, refunded: 0 })
    expect(await month('2025-11-01', '2025-11-30')).toMatchObject({ orders: 0, paid: 1, gross: 2000, refunded: 0 })
    expect(await month('2025-12-01', '2025-12-31')).toMatchObject({ orders: 0, paid: 0, gross: 0, refunded: 500 })
  }
})

// shows: B9.1
it('assigns an instant to its day in Santiago', async () => {
  const before = await all()
  // Half past ten in the evening of the 9th.
  await look('plp_view', randomUUID(), '2026-03-10T01:30:00Z')
  expect((await read({ from: '2026-03-09', to: '2026-03-09' })).figures).toMatchObject({ visits: 1, listViews: 1 })
  expect((await read({ from: '2026-03-10', to: '2026-03-10' })).figures).toMatchObject({ visits: 0, listViews: 0 })
  expect((await all()).figures.listViews).toBe(before.figures.listViews + 1)
})

it('loses nothing when many buy during aggregation', async () => {
  const before = await all()
  const product = await createProduct(database.ownerPool)
  await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats: 1 + (index % 3) })
      await foldFigures(database.db, new Date())
    }),
  )
  const after = await all()
  expect(after.figures.paid - before.figures.paid).toBe(12)
  expect(after.figures.gross - before.figures.gross).toBe(24_000)
  expect(after.top).toContainEqual({ id: product.id, name: product.name, seats: 24, gross: 24_000 })
})

// shows: B6.1
it('returns nothing to anybody but the staff', async () => {
  const { figures, daily, top } = await read(undefined, { kind: 'user', userId: buyer.id })
  expect(Object.values(figures).every(value => value === 0)).toBe(true)
  expect([...daily, ...top]).toEqual([])
  await expect(sql`select * from private.daily_figures`.execute(database.db)).rejects.toThrow('permission denied')
  await expect(sql`select private.recount_daily_figures()`.execute(database.db)).rejects.toThrow('permission denied')
  const folded = await asActor(database.db, admin, tx => sql`select private.fold_daily_changes(now()) as n`.execute(tx))
  expect(folded.rows).toEqual([{ n: 0 }])
})

// shows: B2.4
it('finds orders, people, accesses, products and codes by word prefixes, five of each at most', async () => {
  const product = await createProduct(database.ownerPool, { slug: `brujula-${randomUUID()}`, status: 'draft' })
  await database.ownerPool.query("update assessments set name = 'Brújula Zafiro' where id = $1", [product.id])
  await database.ownerPool.query(
    "insert into discount_codes (code, name, type, value) values ('ZAFIRO10', 'Lanzamiento', 'percentage', 10)",
  )
  const person = await createProfile(database.ownerPool, { first_name: 'Zafira', last_name: 'Zafiro' })
  const sold = await createProduct(database.ownerPool)
  for (let index = 0; index < 7; index += 1) {
    await createPaidItem(database.ownerPool, { userId: person.id, productId: sold.id })
  }
  const find = (search: string, actor = admin) =>
    asActor(database.db, actor, tx => findEverything(tx, { search, max: 5, now: new Date(), scope: 'admin' }))
  const found = await find('ZAFIR')
  const counts = Object.groupBy(found, ({ kind }) => kind)
  expect(Object.entries(counts).map(([kind, of]) => [kind, of?.length])).toEqual([
    ['orders', 5],
    ['clients', 1],
    ['accesses', 5],
    ['products', 1],
    ['codes', 1],
  ])
  expect(counts.products).toMatchObject([
    { id: product.id, title: 'Brújula Zafiro', detail: 'Assessment', state: 'draft' },
  ])
  expect(counts.clients?.[0]).toMatchObject({ id: person.id, title: 'Zafira Zafiro', detail: person.email })
  expect(await find('brujula zaf')).toHaveLength(1)
  expect(await find('%')).toEqual([])
  expect(await find('zafiro', { kind: 'user', userId: person.id })).toEqual([])
})

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dayOf } from '#app/kernel/dates.ts'
import { type Actor, asActor, VISITOR } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import {
  createPaidItem,
  createProduct,
  createProfile,
  createRefund,
  type TestProduct,
} from '#tests/support/factories.ts'
import { analyticsSheets, divisionSheet, sheetTable } from './analytics-sheets.ts'
import { foldFigures } from './figures.server.ts'
import { findAnalytics } from './find-analytics.server.ts'
import { DIVISIONS } from './funnel.ts'

let database: TestDatabase
let admin: Extract<Actor, { kind: 'admin' }>
let buyer: { id: string }
let compass: TestProduct
let mirror: TestProduct

beforeAll(async () => {
  database = await cloneDatabase()
  admin = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
  buyer = await createProfile(database.ownerPool)
  compass = await createProduct(database.ownerPool, { slug: 'brujula-de-prueba' })
  mirror = await createProduct(database.ownerPool, { slug: 'espejo-de-prueba' })
})
afterAll(() => database.close())

const today = dayOf(new Date())
const read = (days: { from: typeof today; to: typeof today } | undefined = { from: today, to: today }) =>
  findAnalytics(database.db, admin, { days, previous: days, today, divisions: DIVISIONS })

type Tracked = { type: string; page?: string; data?: object; referrer?: string; at?: Date }

/** A browser's request, as the shop records it. */
const report = (session: string, actor: Actor, events: readonly Tracked[]) =>
  asActor(database.db, actor, tx =>
    tx
      .insertInto('analytics_events')
      .values(
        events.map(({ type, page = '/', data = {}, referrer = null, at }) => ({
          session_id: session,
          event_type: type,
          event_data: JSON.stringify(data),
          page_url: page,
          referrer,
          user_agent: null,
          notice_version: 2,
          ...(at && { created_at: at }),
        })),
      )
      .execute(),
  )

// shows: B2.69
it('counts each visit once per step, by day, product, category and source, with the same result when recomputed', async () => {
  const asBuyer: Actor = { kind: 'user', userId: buyer.id }
  const card = (product: TestProduct) => ({ type: 'plp_card_view', data: { product_id: product.id } })
  // Sees both, opens one, puts it into the cart for a team, pays.
  const one = randomUUID()
  await report(one, VISITOR, [
    { type: 'page_view', page: '/?utm_source=Carta+de%20marzo', referrer: 'https://www.google.com' },
    { type: 'plp_view' },
    card(compass),
    card(mirror),
    card(compass),
  ])
  await report(one, VISITOR, [
    { type: 'plp_to_pdp_click' },
    { type: 'page_view', page: `/assessment/${compass.slug}` },
    { type: 'add_to_cart_business', data: { product_id: compass.id, seats: 20, total_clp: 20_000 } },
  ])
  const item = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: compass.id, seats: 20 })
  await report(one, asBuyer, [
    { type: 'page_view', page: '/checkout' },
    { type: 'page_view', page: '/payment-success' },
  ])
  // Comes from a search engine, twice the same step, sees the page after paying without having paid.
  const two = randomUUID()
  await report(two, VISITOR, [
    { type: 'plp_view', referrer: 'https://www.google.com' },
    card(mirror),
    { type: 'page_view', page: `/assessment/${mirror.slug}` },
    { type: 'add_to_cart_self', data: { product_id: mirror.id, price_clp: 1 } },
  ])
  await report(two, VISITOR, [card(mirror), { type: 'page_view', page: '/checkout?x=1' }])
  await report(two, VISITOR, [{ type: 'page_view', page: '/payment-success' }])
  // Looks at the account and leaves.
  await report(randomUUID(), VISITOR, [{ type: 'page_view', page: '/auth' }])

  const found = await read()
  expect(found.now.figures).toMatchObject({ visits: 3, paid: 1, paidVisits: 1, gross: 20_000, refunded: 0 })
  expect(found.now.steps).toEqual({ view: 2, click: 2, cart: 2, checkout: 2, paid: 1 })
  expect(found.bars).toEqual([
    {
      from: today,
      to: today,
      visits: 3,
      steps: found.now.steps,
      orders: 1,
      gross: 20_000,
      refunded: 0,
      chargedBack: 0,
    },
  ])
  const { producto, origen, categoria } = found.divided
  expect(producto).toMatchObject([
    {
      key: compass.id,
      steps: { view: 1, click: 1, cart: 1, checkout: 1, paid: 1 },
      sold: { count: 20, gross: 20_000 },
    },
    { key: mirror.id, steps: { view: 2, click: 1, cart: 1, checkout: 1, paid: 0 }, sold: { count: 0, gross: 0 } },
  ])
  expect(categoria).toMatchObject([
    { steps: { view: 2, click: 2, cart: 2, checkout: 2, paid: 1 }, sold: { count: 20, gross: 20_000 } },
  ])
  expect(origen?.map(({ key, visits, steps }) => [key, visits, steps.paid])).toEqual([
    ['carta de marzo', 1, 1],
    ['google.com', 1, 0],
    ['directo', 1, 0],
  ])

  while ((await foldFigures(database.db, new Date())) > 0);
  expect(await read()).toEqual(found)
  await database.ownerPool.query('select private.recount_daily_figures()')
  expect(await read()).toEqual(found)
  // The visit's earlier steps are still stored: nothing is counted twice.
  await report(one, asBuyer, [card(compass), { type: 'page_view', page: '/checkout' }])
  expect((await read()).divided).toEqual(found.divided)
  await createRefund(database.ownerPool, item.order_id)
  // What was sold stays; the refund has its own day.
  expect((await read()).divided.producto?.[0]).toMatchObject({ sold: { count: 20, gross: 20_000 } })
  expect((await read()).now.figures).toMatchObject({ paid: 1, gross: 20_000, refunded: 20_000 })
})

// shows: B9.7
it('assigns a visit after midnight to its start, and each step to its day in Santiago', async () => {
  const session = randomUUID()
  // Half past eleven in the evening of the 9th, and an hour later.
  await report(session, VISITOR, [
    { type: 'plp_view', referrer: 'https://linkedin.com', at: new Date('2026-03-10T02:30:00Z') },
  ])
  await report(session, VISITOR, [{ type: 'plp_view', referrer: '/', at: new Date('2026-03-10T03:30:00Z') }])
  for (const day of ['2026-03-09', '2026-03-10'] as const) {
    const { divided, bars } = await read({ from: day, to: day })
    expect(divided.origen).toMatchObject([{ key: 'linkedin.com', visits: 1, steps: { view: 1 } }])
    expect(bars).toMatchObject([{ from: day, visits: 1 }])
  }
})

// shows: B9.7
it('limits the number of invented sources', async () => {
  const at = new Date('2026-02-10T15:00:00Z')
  for (let index = 0; index < 110; index += 1) {
    await report(randomUUID(), VISITOR, [{ type: 'plp_view', referrer: `https://s${index}.example`, at }])
  }
  const { divided } = await read({ from: '2026-02-10', to: '2026-02-10' })
  expect(divided.origen).toHaveLength(101)
  expect(divided.origen?.find(({ key }) => key === 'otros')).toMatchObject({
    name: 'Otros orígenes',
    visits: 10,
    steps: { view: 10 },
  })
})

// shows: B2.70
it('sums discounts of codes and sales by size of purchase, before refunds', async () => {
  const before = await read()
  const buy = async (seats: number, code: string | null) => {
    const item = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: mirror.id, seats })
    if (code !== null) {
      await database.ownerPool.query(
        `update orders set discount_code = $2, discount_clp = 100, total_clp = subtotal_clp - 100, net_clp = subtotal_clp - 100, vat_clp = 0
         where id = $1`,
        [item.order_id, code],
      )
    }
    return item
  }
  await buy(1, null)
  await buy(60, 'GRANDE')
  await buy(12, 'GRANDE')
  const back = await buy(30, 'GRANDE')
  expect((await read()).codes).toEqual([{ code: 'GRANDE', orders: 3, taken: 300, sold: 101_700 }])
  await createRefund(database.ownerPool, back.order_id)
  const found = await read()
  expect(found.codes).toEqual([{ code: 'GRANDE', orders: 3, taken: 300, sold: 101_700 }])
  expect(found.now.sales).toEqual({ seats: before.now.sales.seats + 103, taken: 300, withCode: 3 })
  expect(found.bands.reduce((sum, band) => sum + band.lines, 0)).toBe(5)
  while ((await foldFigures(database.db, new Date())) > 0);
  await database.ownerPool.query('select private.recount_daily_figures()')
  expect(await read()).toEqual(found)

  const sheets = analyticsSheets(found, 'Hoy')
  expect(sheets.map(({ name }) => name)).toEqual([
    'Resumen',
    'Por día',
    'Por categoría',
    'Por assessment',
    'Por origen',
    'Descuentos',
    'Asientos',
  ])
  expect(sheets.find(({ name }) => name === 'Descuentos')?.rows).toEqual([['GRANDE', 3, 300, 101_700]])
  const table = sheetTable(divisionSheet(found, 'origen'))
  expect(table[0]?.slice(0, 3)).toEqual(['Origen', 'Visitas medidas', 'Vieron assessments'])
  expect(table.every(row => row.length === table[0]?.length)).toBe(true)
})

// shows: B6.17
it('returns nothing to anybody but the staff, and lets nobody write', async () => {
  const requested = asActor(database.db, { kind: 'user', userId: buyer.id }, tx =>
    sql`select * from private.figures_of('{funnel,visit,discount,band}', '-infinity', 'infinity', false)`.execute(tx),
  )
  expect((await requested).rows).toEqual([])
  for (const statement of [
    'select * from private.visit_steps',
    'select * from private.visit_sources',
    "select private.steps_since('-infinity')",
    "select private.visits_since('-infinity')",
    'select * from private.monthly_figures',
    "select private.record_steps(array[('00000000-0000-4000-8000-000000000000', now(), 'view', '')::private.visit_steps])",
  ]) {
    await expect(
      asActor(database.db, admin, tx => sql.raw(statement).execute(tx)),
      statement,
    ).rejects.toThrow('permission denied')
  }
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AccessQuery, accessRows, accessTotals } from '#app/features/accesses/admin/admin-access-list.server.ts'
import { foldFigures } from '#app/features/analytics/figures.server.ts'
import { type OrderQuery, orderRows, orderSums } from '#app/features/orders/admin/order-list.server.ts'
import { orderNeighbours } from '#app/features/orders/admin/order-neighbours.server.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import { LIST_END } from '#app/platform/database/page-cursor.ts'
import { csvDownload } from '#app/platform/sheets/csv-download.server.ts'
import { parseDelimited } from '#app/platform/sheets/delimited.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import {
  createInvitation,
  createPaidItem,
  createProfile,
  createRefund,
  findProduct,
  type TestProfile,
} from '#tests/support/factories.ts'

let database: TestDatabase
let admin: Actor
let buyer: TestProfile

beforeAll(async () => {
  database = await cloneDatabase()
  const profile = await createProfile(database.ownerPool, { role: 'admin' })
  admin = { kind: 'admin', userId: profile.id }
})
afterAll(() => database.close())

beforeEach(async () => {
  buyer = await createProfile(database.ownerPool, { first_name: 'Rosa', last_name: 'Díaz' })
})

async function buy(count: number, seats = 2) {
  const product = await findProduct(database.ownerPool)
  const items = []
  for (let index = 0; index < count; index += 1) {
    items.push(await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats }))
  }
  return items
}

const newest = { column: 'created_at', direction: 'desc' } as const
const everything = {
  search: '',
  status: undefined,
  mode: undefined,
  date: undefined,
  from: undefined,
  until: undefined,
  sort: { column: 'effective_at', direction: 'desc' } as const,
  size: 25,
  now: new Date(),
}

const orderPage = (input: Partial<OrderQuery>, actor = admin) =>
  asActor(database.db, actor, tx => orderRows.page(tx, { ...everything, size: 100, ...input }))
const orders = async (search: string, actor = admin) => (await orderPage({ search }, actor)).rows
const allAccesses = {
  search: '',
  state: undefined,
  productId: undefined,
  clientId: undefined,
  from: undefined,
  endsUntil: undefined,
}
const accessPage = (input: Partial<AccessQuery>, actor = admin) =>
  asActor(database.db, actor, tx =>
    accessRows.page(tx, { ...allAccesses, now: new Date(), sort: newest, size: 100, ...input }),
  )
const accesses = async (search: string, actor = admin) => (await accessPage({ search }, actor)).rows

describe('the list of orders', () => {
  // shows: B2.10, B3.1
  it('shows client, items, mode, total and state', async () => {
    const [item] = await buy(1, 11)
    expect(await orders(buyer.email)).toMatchObject([
      {
        order_number: item?.order_number,
        client: { name: 'Rosa Díaz', email: buyer.email },
        items: 1,
        seats: 11,
        modes: ['business'],
        total_clp: 11000,
        status: 'paid',
        payment: null,
      },
    ])
  })

  // shows: B2.11
  it('searches by prefixes of number, name, e-mail and company, and ignores punctuation', async () => {
    const [item] = await buy(1)
    await database.ownerPool.query(`update profiles set company = '100%_real Ñandú SpA' where id = $1`, [buyer.id])
    const number = item?.order_number ?? ''
    for (const search of [number, number.slice(-4), buyer.email.toUpperCase(), '100%_REAL', 'nandu rosa dia']) {
      expect((await orders(`${search} ${buyer.email}`)).map(order => order.id)).toEqual([item?.order_id])
    }
    expect((await orders('rosa díaz')).map(order => order.id)).toContain(item?.order_id)
    expect(await orders(`andú ${buyer.email}`)).toEqual([])
    expect(await orders('%_')).toEqual([])
    expect(await orders("'; drop table orders; --")).toEqual([])
  })

  it('finds the same whether or not statistics know rare words', async () => {
    const items = await buy(60)
    const number = items[7]?.order_number ?? ''
    for (const prepare of ['select 1', 'analyze orders']) {
      await database.ownerPool.query(prepare)
      // All of them have the first words, one has the last.
      expect((await orders(`alh rosa ${buyer.email} ${number}`)).map(order => order.id)).toEqual([items[7]?.order_id])
      expect((await orders(buyer.email)).map(order => order.id)).toEqual(items.map(item => item.order_id).toReversed())
      expect(await orders(`rosa ${buyer.email} nadie`)).toEqual([])
    }
  })

  // shows: B2.33
  it("finds a payment by the bank's reference, authorisation or transfer number, ignoring case", async () => {
    const items = await buy(3)
    const [first, second] = items
    const pay = (orderId: string | undefined, buyOrder: string, gateway: string) =>
      database.ownerPool.query(
        `with attempt as (insert into payment_attempts (order_id, user_id, gateway, buy_order, amount_clp, status, authorization_code)
           values ($1, $2, $3, $4, 1000, 'rejected', 'K4712') returning id)
         select id from attempt`,
        [orderId, buyer.id, gateway, buyOrder],
      )
    const found = async (search: string, input: Partial<OrderQuery> = {}) =>
      (await orderPage({ search, ...input })).rows.map(order => order.id)
    await pay(first?.order_id, 'ALH-BUY-FIRST', 'webpay')
    const { rows } = await pay(second?.order_id, 'ALH-BUY-SECOND', 'webpay')
    await database.ownerPool.query("update payment_attempts set gateway = 'transfer' where id = $1", [rows[0].id])
    await database.ownerPool.query(
      `insert into manual_payments (attempt_id, order_id, method, reference, paid_on, recorded_by)
       values ($1, $2, 'transfer', 'TRX 0815/A', '2026-11-20', $3)`,
      [rows[0].id, second?.order_id, buyer.id],
    )
    expect(await found('alh-buy-first ')).toEqual([first?.order_id])
    expect(await found('trx 0815/a')).toEqual([second?.order_id])
    const both = [second?.order_id, first?.order_id]
    expect(await found('k4712')).toEqual(both)
    expect(await found('k4712', { size: 1 })).toEqual([second?.order_id])
    expect(await found('k4712', { size: 1, after: second?.order_id })).toEqual([first?.order_id])
    expect(await found('k4712', { size: 1, before: first?.order_id })).toEqual([second?.order_id])
    expect(await found('k4712', { status: 'pending' })).toEqual([])
    expect(await orders('k4712', { kind: 'user', userId: buyer.id })).toEqual([])
  })

  // shows: B2.33
  it('returns the neighbours of an order in the filtered and sorted list', async () => {
    const [oldest, middle, newestOrder] = (await buy(3)).map(item => item.order_id)
    const beside = (id: string | undefined, input: Partial<OrderQuery> = {}) =>
      asActor(database.db, admin, tx => orderNeighbours(tx, id ?? '', { ...everything, search: buyer.email, ...input }))
    expect(await beside(middle)).toEqual({ previous: newestOrder, next: oldest })
    expect(await beside(newestOrder)).toEqual({ previous: undefined, next: middle })
    expect(await beside(middle, { sort: { column: 'created_at', direction: 'asc' } })).toEqual({
      previous: oldest,
      next: newestOrder,
    })
    await createRefund(database.ownerPool, oldest ?? '')
    expect(await beside(middle, { status: 'paid' })).toEqual({ previous: newestOrder, next: undefined })
  })

  // shows: B2.11
  it('finds earlier purchases under a changed name', async () => {
    const [item] = await buy(1)
    await database.ownerPool.query(`update profiles set last_name = 'Zapata' where id = $1`, [buyer.id])
    expect((await orders(`zapata ${buyer.email}`)).map(order => order.id)).toEqual([item?.order_id])
    expect(await orders(`díaz ${buyer.email}`)).toEqual([])
    expect(await accesses(`zapata ${buyer.email}`)).toHaveLength(1)
  })

  // shows: B2.13
  it.each([
    ['a list', ''],
    ['a search', 'search'],
  ])('pages through %s once and back again, also where many orders have the same time', async (_, kind) => {
    const items = await buy(7)
    const from = new Date('2026-01-01T00:00:00Z')
    await database.ownerPool.query(`update orders set created_at = $2, paid_at = $2 where user_id = $1`, [
      buyer.id,
      '2026-01-01T00:00:00.123456Z',
    ])
    const input = kind === 'search' ? { search: buyer.email } : { from, until: new Date('2026-01-01T00:00:01Z') }
    const own = new Set(items.map(item => item.order_id))
    const read = async (cursor: { after?: string | undefined; before?: string | undefined }) => {
      const page = await orderPage({ ...input, ...cursor, size: 3 })
      return { ...page, ids: page.rows.map(order => order.id).filter(id => own.has(id)) }
    }
    const pages = [await read({})]
    for (let next = pages.at(-1)?.next; next !== undefined; next = pages.at(-1)?.next) {
      pages.push(await read({ after: next }))
    }
    const seen = pages.flatMap(page => page.ids)
    expect(seen).toHaveLength(7)
    expect(new Set(seen)).toEqual(own)
    expect(pages[0]?.previous).toBeUndefined()
    const back = await read({ before: pages.at(-1)?.previous })
    expect(back.ids).toEqual(pages.at(-2)?.ids)
    expect(back.next).toBe(pages.at(-2)?.next)
    const last = await read({ before: LIST_END })
    expect(last.ids).toEqual(seen.slice(-3))
    expect(last.next).toBeUndefined()
    expect((await read({ before: last.previous })).ids).toEqual(seen.slice(-6, -3))
    await database.ownerPool.query(`update orders set created_at = now(), paid_at = now() where user_id = $1`, [
      buyer.id,
    ])
  })

  // shows: B2.12, B4.1
  it('filters by status, mode and days, and sorts by total, with and without a search', async () => {
    const [alone] = await buy(1, 1)
    const [team] = await buy(1, 20)
    await createRefund(database.ownerPool, alone?.order_id ?? '')
    const company = `empresa${buyer.id.slice(0, 8)}`
    await database.ownerPool.query('update profiles set company = $2 where id = $1', [buyer.id, company])
    const own = new Set([alone?.order_id, team?.order_id])
    const tomorrow = new Date(Date.now() + 86_400_000)
    for (const search of ['', company]) {
      const ids = async (input: Partial<OrderQuery>) =>
        (await orderPage({ search, ...input })).rows.map(order => order.id).filter(id => own.has(id))
      expect(await ids({ status: 'refunded' })).toEqual([alone?.order_id])
      expect(await ids({ mode: 'business' })).toEqual([team?.order_id])
      expect(await ids({ mode: 'self', status: 'refunded' })).toEqual([alone?.order_id])
      expect(await ids({ from: tomorrow })).toEqual([])
      expect(await ids({ until: tomorrow, sort: { column: 'total_clp', direction: 'desc' } })).toEqual([
        team?.order_id,
        alone?.order_id,
      ])
    }
  })

  it('finds partial refunds, and orders of a period by the day of their payment or of the order', async () => {
    const [part, whole] = await buy(2)
    await database.ownerPool.query(
      "update orders set created_at = '2025-10-31T15:00:00Z', paid_at = '2025-11-02T15:00:00Z' where user_id = $1",
      [buyer.id],
    )
    await createRefund(database.ownerPool, part?.order_id ?? '', { amount: 700 })
    await createRefund(database.ownerPool, whole?.order_id ?? '')
    const [october, november] = [new Date('2025-10-01T03:00:00Z'), new Date('2025-11-01T03:00:00Z')]
    for (const search of ['', buyer.email]) {
      const found = async (input: Partial<OrderQuery>) =>
        (await orderPage({ search, ...input })).rows.filter(row => row.client.email === buyer.email)
      expect(await found({ status: 'partial' })).toMatchObject([
        { id: part?.order_id, status: 'paid', refunded_clp: 700, total_clp: 2000 },
      ])
      expect(await found({ from: november })).toHaveLength(2)
      expect(await found({ from: november, date: 'orden' })).toEqual([])
      expect(await found({ from: october, until: november, date: 'orden' })).toHaveLength(2)
      expect(await found({ from: october, until: november })).toEqual([])
    }
  })

  it('sums up what search and filters leave', async () => {
    const [part, , whole] = await buy(3, 11)
    const [alone] = await buy(1, 1)
    await createRefund(database.ownerPool, part?.order_id ?? '', { amount: 700 })
    await createRefund(database.ownerPool, whole?.order_id ?? '')
    await createRefund(database.ownerPool, alone?.order_id ?? '')
    const sums = (input: Partial<OrderQuery>, actor = admin) =>
      asActor(database.db, actor, tx => orderSums(tx, { ...everything, search: buyer.email, ...input }))
    const refunded = {
      orders: 2,
      pending: 0,
      paid: 2,
      paidBusiness: 1,
      gross: 12_000,
      refunded: 12_000,
      chargedBack: 0,
    }
    expect(await sums({ size: 1 })).toMatchObject({
      orders: 4,
      paid: 4,
      paidBusiness: 3,
      gross: 34_000,
      refunded: 12_700,
    })
    expect(await sums({ status: 'refunded' })).toMatchObject(refunded)
    expect(await sums({ status: 'partial' })).toMatchObject({ orders: 1, gross: 11_000, refunded: 700 })
    expect(await sums({ mode: 'self' })).toMatchObject({ orders: 1, paidBusiness: 0 })
    const stranger = { kind: 'user', userId: (await createProfile(database.ownerPool)).id } as const
    expect(await sums({}, stranger)).toMatchObject({ orders: 0, gross: 0 })
  })

  // shows: B6.4
  it('shows a buyer only the own orders', async () => {
    await buy(1)
    const stranger = await createProfile(database.ownerPool)
    const someone: Actor = { kind: 'user', userId: stranger.id }
    expect(await orders('', someone)).toEqual([])
    expect(await orders(buyer.email, { kind: 'user', userId: buyer.id })).toEqual([])
  })

  // shows: B2.26, B3.1
  it('is exported with every row once, in batches, in the order of the list', async () => {
    const items = await buy(3)
    const batches = orderRows.batches(database.db, admin, { ...everything, search: buyer.email })
    const cells = parseDelimited(await csvDownload('ordenes.csv', orderRows.header, batches).text(), 100).slice(1)
    expect(cells.map(([number]) => number)).toEqual(items.map(item => item.order_number).toReversed())
    expect(cells[0]).toHaveLength(orderRows.header.length)
    expect(cells[0]?.slice(3, 5)).toEqual(['Rosa Díaz', buyer.email])
    expect(cells[0]?.slice(8, 10)).toEqual(['Empresa', '2000'])
  })

  it('is exported without control characters', async () => {
    await buy(1)
    await database.ownerPool.query('update profiles set company = $2 where id = $1', [buyer.id, '=A\x1f\x1eB;C'])
    const batches = orderRows.batches(database.db, admin, { ...everything, search: buyer.email })
    const file = await csvDownload('ordenes.csv', orderRows.header, batches).text()
    expect(file.split('\r\n')).toHaveLength(3)
    expect(file).toContain(`;"'=AB;C";`)
  })
})

describe('the list of accesses', () => {
  // shows: B2.44
  it('shows person, product and expiry, newest first', async () => {
    const [item] = await buy(1)
    const invited = await createInvitation(database.ownerPool, {
      itemId: item?.item_id ?? '',
      userId: buyer.id,
      name: 'Pedro Soto',
    })
    const found = await accesses('Rosa Díaz')
    expect(found[0]).toMatchObject({
      email: invited.email,
      name: 'Pedro Soto',
      client: { name: 'Rosa Díaz' },
      status: 'active',
    })
    expect(await accesses(invited.email)).toHaveLength(1)
    const rest = await accessPage({ search: 'Rosa Díaz', after: found[0]?.id })
    expect(rest.rows.map(access => access.id)).toEqual(found.slice(1).map(access => access.id))
  })

  // shows: B4.5
  it('distinguishes the states, with and without a search', async () => {
    const [item] = await buy(1, 5)
    const itemId = item?.item_id ?? ''
    const invited = await createInvitation(database.ownerPool, { itemId, userId: buyer.id })
    const late = await createInvitation(database.ownerPool, { itemId, userId: buyer.id })
    await database.ownerPool.query(`update user_accesses set expires_at = now() - interval '1 day' where id = $1`, [
      late.id,
    ])
    await database.ownerPool.query(`update user_accesses set status = 'in_use', accessed_at = now() where id = $1`, [
      item?.owner_access_id,
    ])
    const own = new Set([invited.id, late.id, item?.owner_access_id])
    for (const search of ['', buyer.id]) {
      if (search) await database.ownerPool.query('update profiles set company = $1 where id = $1::uuid', [buyer.id])
      const ids = async (state: AccessQuery['state']) =>
        (await accessPage({ search, state })).rows.map(access => access.id).filter(id => own.has(id))
      expect(await ids('invited')).toEqual([invited.id])
      expect(await ids('expired')).toEqual([late.id])
      expect(await ids('accessed')).toEqual([item?.owner_access_id])
      expect(await ids('completed')).toEqual([])
      expect(await ids('revoked')).toEqual([])
    }
  })

  // shows: B2.45
  it('filters by product, client, day and expiry, and sorts by expiry, with and without a search', async () => {
    const [item] = await buy(1, 5)
    const itemId = item?.item_id ?? ''
    const soon = await createInvitation(database.ownerPool, { itemId, userId: buyer.id })
    const old = await createInvitation(database.ownerPool, { itemId, userId: buyer.id })
    const set = (id: string, change: string) =>
      database.ownerPool.query(`update user_accesses set ${change} where id = $1`, [id])
    await set(soon.id, "expires_at = now() + interval '3 days'")
    await set(old.id, "created_at = now() - interval '40 days', expires_at = now() + interval '100 days'")
    await database.ownerPool.query('update profiles set company = $1 where id = $1::uuid', [buyer.id])
    const product = await findProduct(database.ownerPool)
    const elsewhere = await findProduct(database.ownerPool, 'taller-kanban')
    const day = (days: number) => new Date(Date.now() + days * 86_400_000)
    for (const search of ['', buyer.id]) {
      const ids = async (input: Partial<AccessQuery>) =>
        (await accessPage({ search, clientId: buyer.id, ...input })).rows.map(access => access.id)
      expect(await ids({})).toHaveLength(3)
      expect(await ids({ productId: product.id })).toHaveLength(3)
      expect(await ids({ productId: elsewhere.id })).toEqual([])
      expect(await ids({ clientId: randomUUID() })).toEqual([])
      expect(await ids({ from: day(-30) })).not.toContain(old.id)
      expect(await ids({ endsUntil: day(7) })).toEqual([soon.id])
      expect(await ids({ sort: { column: 'expires_at', direction: 'asc' } })).toEqual([
        soon.id,
        old.id,
        item?.owner_access_id,
      ])
    }
  })

  // shows: B2.51
  it('counts all that are not revoked, completed ones and started ones, before and after aggregation', async () => {
    const totals = async (input: Partial<AccessQuery> = {}) => {
      const query = { ...allAccesses, now: new Date(), sort: newest, size: 25, until: undefined, ...input }
      const found = await asActor(database.db, admin, tx => accessTotals(tx, query))
      return found ?? { total: -1, completed: -1, started: -1 }
    }
    const before = await totals()
    const [item] = await buy(1, 5)
    const itemId = item?.item_id ?? ''
    const invite = () => createInvitation(database.ownerPool, { itemId, userId: buyer.id })
    const [begun, done, gone] = [await invite(), await invite(), await invite()]
    const set = (id: string, change: string) =>
      database.ownerPool.query(`update user_accesses set ${change} where id = $1`, [id])
    await set(begun.id, "status = 'in_use', accessed_at = now()")
    await set(done.id, "status = 'in_use', accessed_at = now()")
    await set(done.id, "status = 'completed', completed_at = now()")
    await set(gone.id, "status = 'revoked'")
    const after = { total: before.total + 3, completed: before.completed + 1, started: before.started + 1 }
    expect(await totals()).toEqual(after)
    await foldFigures(database.db, new Date())
    expect(await totals()).toEqual(after)
    await database.ownerPool.query('select private.recount_daily_figures()')
    expect(await totals()).toEqual(after)
    expect(await totals({ clientId: buyer.id })).toMatchObject({ total: 3, completed: 1, started: 1 })
    expect(await totals({ clientId: buyer.id, state: 'completed' })).toMatchObject({ total: 1, started: 0 })
    expect(await totals({ clientId: buyer.id, from: new Date(Date.now() + 60_000) })).toMatchObject({ total: 0 })
  })

  // shows: B2.46
  it('is exported as filtered, with every row once and no code', async () => {
    const [item] = await buy(1, 5)
    const itemId = item?.item_id ?? ''
    const invited = await createInvitation(database.ownerPool, { itemId, userId: buyer.id, name: '=1+1' })
    const query = { ...allAccesses, clientId: buyer.id, now: new Date(), sort: newest, size: 25 }
    const file = await csvDownload(
      'accesos.csv',
      accessRows.header,
      accessRows.batches(database.db, admin, query),
    ).text()
    const cells = parseDelimited(file, 100).slice(1)
    expect(cells.map(row => row[5])).toEqual([invited.email, buyer.email])
    expect(cells[0]).toHaveLength(accessRows.header.length)
    expect(cells[0]?.slice(9, 10)).toEqual(['Invitado'])
    expect(file).not.toContain(invited.code)
    expect(file).toContain("'=1+1")
  })

  // shows: B6.4
  it('shows a buyer only the own accesses', async () => {
    await buy(1)
    const stranger = await createProfile(database.ownerPool)
    expect(await accesses('', { kind: 'user', userId: stranger.id })).toEqual([])
    expect(await accesses(buyer.email, { kind: 'user', userId: buyer.id })).toEqual([])
  })
})

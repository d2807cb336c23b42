import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accessTotals, listAccesses } from '#app/features/accesses/access-list.db.server.ts'
import { listOrders, orderTotals } from '#app/features/orders/order-list.db.server.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import {
  createInvitation,
  createPaidItem,
  createProfile,
  findProduct,
  refundOrder,
  type TestProfile,
} from '#tests/support/factories.ts'
import { readListAddress, toPage } from './list-address.ts'

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

const orders = (search: string, after?: string, limit = 100, actor = admin) =>
  asActor(database.db, actor, tx => listOrders(tx, { search, after, limit }))
const accesses = (search: string, after?: string, limit = 100, actor = admin) =>
  asActor(database.db, actor, tx => listAccesses(tx, { search, after, limit }))

describe('the list of orders', () => {
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

  it('finds by number, name, e-mail and company, and takes signs of patterns as they are', async () => {
    const [item] = await buy(1)
    await database.ownerPool.query(`update profiles set company = '100%_real SpA' where id = $1`, [buyer.id])
    for (const search of [item?.order_number ?? '', buyer.email.toUpperCase(), '100%_REAL']) {
      expect((await orders(search)).map(order => order.id)).toEqual([item?.order_id])
    }
    expect((await orders('rosa díaz')).map(order => order.id)).toContain(item?.order_id)
    expect(await orders('100__real')).toEqual([])
    expect(await orders("'; drop table orders; --")).toEqual([])
  })

  it('pages through everything once, also where many orders have the same time', async () => {
    const items = await buy(7)
    await database.ownerPool.query(`update orders set created_at = '2026-01-01T00:00:00.123456Z' where user_id = $1`, [
      buyer.id,
    ])
    const seen: string[] = []
    let after: string | undefined
    do {
      const page = toPage3(await orders(buyer.email, after, 4))
      seen.push(...page.rows.map(order => order.id))
      after = page.next
    } while (after !== undefined)
    expect(seen).toHaveLength(7)
    expect(new Set(seen)).toEqual(new Set(items.map(item => item.order_id)))
  })

  it('shows a buyer nothing but the own orders', async () => {
    await buy(1)
    const stranger = await createProfile(database.ownerPool)
    expect(await orders('', undefined, 100, { kind: 'user', userId: stranger.id })).toEqual([])
  })
})

const toPage3 = <Row extends { id: string }>(rows: readonly Row[]) => ({
  rows: rows.slice(0, 3),
  next: rows.length > 3 ? rows[2]?.id : undefined,
})

describe('the list of accesses', () => {
  it('shows who, what and until when, the newest first', async () => {
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
    expect((await accesses('Rosa Díaz', found[0]?.id)).map(access => access.id)).toEqual(
      found.slice(1).map(access => access.id),
    )
  })

  it('shows a buyer nothing but the own accesses', async () => {
    await buy(1)
    const stranger = await createProfile(database.ownerPool)
    expect(await accesses('', undefined, 100, { kind: 'user', userId: stranger.id })).toEqual([])
  })
})

it('adds up what is paid, and the seats in use', async () => {
  const both = () =>
    asActor(database.db, admin, async tx => ({ ...(await orderTotals(tx)), ...(await accessTotals(tx)) }))
  const before = await both()
  const [item] = await buy(2, 3)
  await refundOrder(database.ownerPool, item?.order_id ?? '')
  const after = await both()
  expect(after.orders - before.orders).toBe(2)
  expect(after.paid - before.paid).toBe(1)
  expect(after.revenue - before.revenue).toBe(3000)
  expect(after.accesses - before.accesses).toBe(2)
  expect(after.completed).toBe(before.completed)
})

describe('the address of a list', () => {
  it('counts what makes no sense as not given', () => {
    expect(readListAddress(new URLSearchParams('search=%00a&after=1'))).toEqual({ search: 'a', after: undefined })
    expect(readListAddress(new URLSearchParams()).search).toBe('')
    expect(readListAddress(new URLSearchParams({ search: 'x'.repeat(500) })).search).toHaveLength(100)
  })

  it('leads on only when there is more than a page', () => {
    const rows = Array.from({ length: 26 }, (_, index) => ({ id: String(index) }))
    expect(toPage(rows)).toMatchObject({ next: '24' })
    expect(toPage(rows).rows).toHaveLength(25)
    expect(toPage(rows.slice(0, 25)).next).toBeUndefined()
  })
})

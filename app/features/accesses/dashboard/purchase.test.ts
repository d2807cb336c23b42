import { type CompiledQuery, Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ActorDialect, readAs } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { completePeople, invitePeople } from '#tests/support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProfile, createRefund, findProduct } from '#tests/support/factories.ts'
import { dashboardPage } from './dashboard.server.ts'
import { findPurchase } from './purchase.server.ts'

let database: TestDatabase
const now = new Date()

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

const newBuyer = async () => (await createProfile(database.ownerPool)).id

async function buy(userId: string, seats = 6) {
  const product = await findProduct(database.ownerPool)
  const { item_id: itemId, order_id } = await createPaidItem(database.ownerPool, {
    userId,
    productId: product.id,
    seats,
  })
  return { itemId, userId, order_id }
}

const find = (userId: string, itemId: string, db = database.db) =>
  readAs(db, { kind: 'user', userId }, tx => findPurchase(tx, { userId, itemId, now }))

/** An organisation with these members by role. @returns its id */
async function organisationOf(...members: (readonly [userId: string, role: string])[]): Promise<string> {
  const { rows } = await database.ownerPool.query<{ id: string }>(
    "insert into organisations (name, created_at) values ('Los Aromos SpA', now()) returning id",
  )
  const [{ id } = { id: '' }] = rows
  for (const [userId, role] of members) {
    await database.ownerPool.query(
      'insert into organisation_members (organisation_id, user_id, role, joined_at) values ($1, $2, $3, now())',
      [id, userId, role],
    )
  }
  return id
}

describe('one purchase', () => {
  it('is what the dashboard shows of it', async () => {
    const userId = await newBuyer()
    await buy(userId)
    const item = await buy(userId)
    await completePeople(database.ownerPool, item, [{ answers: { q1_governance_framework: 3 } }])
    await invitePeople(database.ownerPool, item, [{}, {}])
    const listed = await readAs(database.db, { kind: 'user', userId }, tx =>
      dashboardPage(tx, { userId, now, page: 1 }),
    )
    const found = await find(userId, item.itemId)
    expect(found?.group).toMatchObject({ asked: 3, completed: 1, used_seats: 4, total_seats: 6, role: 'buyer' })
    expect(found?.group).toEqual(listed.groups.find(({ item_id }) => item_id === item.itemId))
  })

  it('is nothing for a stranger, for an unknown id, and after a refund', async () => {
    const [userId, stranger] = [await newBuyer(), await newBuyer()]
    const { itemId, order_id } = await buy(userId)
    expect(await find(stranger, itemId)).toBeUndefined()
    expect(await find(userId, '00000000-0000-4000-8000-000000000001')).toBeUndefined()
    await createRefund(database.ownerPool, order_id)
    expect(await find(userId, itemId)).toBeUndefined()
  })

  it('takes as many statements of a buyer with many purchases as of one with one', async () => {
    const userId = await newBuyer()
    const { itemId } = await buy(userId)
    const statements = async () => {
      const queries: CompiledQuery[] = []
      const db = new Kysely<DB>({
        dialect: new ActorDialect({ pool: database.pools.people }, () => now),
        log: ({ query }) => void (/^select/i.test(query.sql) && queries.push(query)),
      })
      await find(userId, itemId, db)
      return queries.length
    }
    const alone = await statements()
    for (let more = 0; more < 5; more += 1) await buy(userId)
    expect(await statements()).toBe(alone)
    expect(alone).toBe(2)
  })
})

describe('the way back to the dashboard', () => {
  const backOf = async (userId: string, itemId: string) => (await find(userId, itemId))?.dashboard

  it('leads to the purchases of its organisation, in each role', async () => {
    const [buyer, coordinator, reader] = [await newBuyer(), await newBuyer(), await newBuyer()]
    const { itemId, order_id } = await buy(buyer)
    const id = await organisationOf([buyer, 'buyer'], [coordinator, 'coordinator'], [reader, 'results'])
    await database.ownerPool.query('update orders set organisation_id = $2 where id = $1', [order_id, id])
    for (const [userId, role] of [
      [buyer, 'buyer'],
      [coordinator, 'coordinator'],
      [reader, 'results'],
    ] as const) {
      const found = await find(userId, itemId)
      expect([found?.group.role, found?.dashboard]).toEqual([role, `/account/dashboard?de=${id}`])
    }
  })

  it('leads to the own purchases of who belongs to an organisation, and needs no choice of who belongs to none', async () => {
    const [alone, member] = [await newBuyer(), await newBuyer()]
    const [own, members] = [await buy(alone), await buy(member)]
    await organisationOf([member, 'buyer'])
    expect(await backOf(alone, own.itemId)).toBe('/account/dashboard')
    expect(await backOf(member, members.itemId)).toBe('/account/dashboard?de=propias')
  })
})

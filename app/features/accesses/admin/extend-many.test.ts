import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { NOBODY_EXTENDED } from '#app/features/accesses/admin-access.ts'
import { endOfDay } from '#app/kernel/dates.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProfile, findProduct, type TestItem } from '#tests/support/factories.ts'
import { extendMany } from './extend-many.server.ts'
import type { AdminActor } from './manage-access.server.ts'

let database: TestDatabase
let admin: AdminActor
let buyer: { id: string }
let item: TestItem

beforeAll(async () => {
  database = await cloneDatabase(4)
  admin = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
})
afterAll(() => database.close())

beforeEach(async () => {
  buyer = await createProfile(database.ownerPool)
  const product = await findProduct(database.ownerPool)
  item = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats: 100 })
})

const rows = async (query: string, ...values: unknown[]) => (await database.ownerPool.query(query, values)).rows
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
const invite = async (ends: Date, set = 'active'): Promise<string> =>
  (
    await rows(
      `insert into user_accesses (order_item_id, user_id, email, invitee_name, invited_by_user_id, expires_at, status, accessed_at, completed_at)
       values ($1, $2, 'p' || gen_random_uuid() || '@example.cl', 'Pedro Soto', $2, $3, $4,
         case when $4 <> 'active' then now() end, case when $4 = 'completed' then now() end) returning id`,
      item.item_id,
      buyer.id,
      ends,
      set,
    )
  )[0].id
const findEnd = async (id: string): Promise<Date> =>
  (await rows('select expires_at from user_accesses where id = $1', id))[0].expires_at
const findLog = (ids: string[]) =>
  rows(
    "select actor_user_id, before, after from audit_log where action = 'access_extended' and entity_id = any($1)",
    ids,
  )

// shows: B2.66
it('extends all selected accesses, but not those that expire later, are completed or revoked', async () => {
  const until = endOfDay(new Date(), 30)
  const [ended, open, later, done, gone] = [
    await invite(inDays(-3)),
    await invite(inDays(2), 'in_use'),
    await invite(inDays(90)),
    await invite(inDays(2), 'completed'),
    await invite(inDays(2)),
  ]
  await rows("update user_accesses set status = 'revoked' where id = $1", gone)
  const before = await Promise.all([later, done, gone].map(findEnd))
  const ids = [ended, open, later, done, gone]
  expect(await extendMany(database.db, { actor: admin, target: { ids }, until })).toEqual({
    extended: 2,
    unchanged: 1,
  })
  expect(await Promise.all([ended, open].map(findEnd))).toEqual([until, until])
  expect(await Promise.all([later, done, gone].map(findEnd))).toEqual(before)
  const log = await findLog(ids)
  expect(log).toHaveLength(2)
  for (const entry of log) {
    expect(entry).toMatchObject({ actor_user_id: admin.userId, after: { expires_at: until.toISOString() } })
    expect(entry.before.expires_at).toMatch(/^\d{4}-/)
  }
  await expect(extendMany(database.db, { actor: admin, target: { ids: [done, gone] }, until })).rejects.toThrow(
    NOBODY_EXTENDED,
  )
})

// shows: B2.66
it('extends a filtered list, also when requested twice at once', async () => {
  const expired = await Promise.all([invite(inDays(-1)), invite(inDays(-2))])
  const open = await invite(inDays(10))
  const filters = {
    search: '',
    state: 'expired' as const,
    productId: undefined,
    clientId: buyer.id,
    from: undefined,
    endsUntil: undefined,
    now: new Date(),
  }
  const until = endOfDay(new Date(), 15)
  const ask = () => extendMany(database.db, { actor: admin, target: { filters }, until })
  // The second may find nobody left.
  const answers = await Promise.allSettled([ask(), ask()])
  expect(answers).toContainEqual({ status: 'fulfilled', value: { extended: 2, unchanged: 0 } })
  expect(await Promise.all(expired.map(findEnd))).toEqual([until, until])
  expect(await findEnd(open)).not.toEqual(until)
  expect(await findLog(expired)).toHaveLength(2)
})

it('is allowed to administrators alone', async () => {
  const id = await invite(inDays(1))
  const before = await findEnd(id)
  const client = await database.ownerPool.connect()
  await client.query(
    `begin; set local role alhena_app; set local alhena.kind = 'user'; set local alhena.user_id = '${buyer.id}'`,
  )
  const { rows: moved } = await client.query(
    "select * from private.extend_accesses(array[$1::uuid], now() + interval '1 year')",
    [id],
  )
  await client.query('commit')
  client.release()
  expect(moved).toEqual([])
  expect(await findEnd(id)).toEqual(before)
})

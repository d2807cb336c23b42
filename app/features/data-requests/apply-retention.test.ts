import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#app/kernel/dates.ts'
import { completePeople } from '#tests/support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProfile, findProduct } from '#tests/support/factories.ts'
import { applyRetention, monthsBefore } from './apply-retention.server.ts'

let database: TestDatabase
const now = new Date()
const logged: unknown[] = []
const log = { info: (event: string, fields?: object) => void logged.push({ event, ...fields }) }

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

const rowsOf = async (statement: string, ...values: unknown[]) =>
  (await database.ownerPool.query(statement, values)).rows

async function completed(count: number) {
  const buyer = await createProfile(database.ownerPool)
  const product = await findProduct(database.ownerPool)
  const item = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats: count + 1 })
  return completePeople(
    database.ownerPool,
    { itemId: item.item_id, userId: buyer.id },
    Array.from({ length: count }, () => ({ answers: { q1_governance_framework: 3 } })),
  )
}

describe('applyRetention', () => {
  it('erases what ended more than the setting ago, and says so in both logs', async () => {
    const [old = '', recent = ''] = await completed(2)
    await rowsOf('update user_accesses set completed_at = $2 where id = $1', old, addDays(now, -740))
    await rowsOf('update user_accesses set completed_at = $2 where id = $1', recent, addDays(now, -700))
    expect(await applyRetention({ db: database.db, log }, now)).toBe(1)
    expect(await applyRetention({ db: database.db, log }, now)).toBe(0)
    expect(
      await rowsOf('select id, erased_at is not null as erased from user_accesses where id = any($1) order by erased', [
        old,
        recent,
      ]),
    ).toEqual([
      { id: recent, erased: false },
      { id: old, erased: true },
    ])
    expect(logged).toMatchObject([{ event: 'retention_applied', accesses: 1, answers: 1 }])
    expect(await rowsOf("select actor_kind, after from audit_log where action = 'retention_applied'")).toMatchObject([
      { actor_kind: 'system', after: { accesses: 1, answers: 1 } },
    ])
  })

  it('takes each access once when two workers run at once', async () => {
    const old = await completed(6)
    await rowsOf('update user_accesses set completed_at = $2 where id = any($1)', old, addDays(now, -800))
    const [one = 0, other = 0] = await Promise.all([1, 2].map(() => applyRetention({ db: database.db, log }, now)))
    expect(one + other).toBe(6)
  })
})

it('counts calendar months', () => {
  expect(monthsBefore(new Date('2026-03-31T12:00:00Z'), 1).toISOString()).toBe('2026-02-28T12:00:00.000Z')
  expect(monthsBefore(new Date('2026-12-04T12:00:00Z'), 24).toISOString()).toBe('2024-12-04T12:00:00.000Z')
})

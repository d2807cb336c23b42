import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishResults } from '#app/features/results/rounds/publish-results.server.ts'
import { completePeople, invitePeople } from '#tests/support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile } from '#tests/support/factories.ts'
import { findItemSettings } from './item-settings.server.ts'

let database: TestDatabase
let productId: string
let fields: string[]
const now = new Date()

beforeAll(async () => {
  database = await cloneDatabase()
  productId = (await createProduct(database.ownerPool, { questionnaireId: 'dama-dmbok2' })).id
  const found = await database.ownerPool.query<{ field: string }>(
    "select field from private.closed_fields('dama-dmbok2', 1)",
  )
  fields = found.rows.map(({ field }) => field)
})
afterAll(() => database.close())

async function buy(mode: 'nominative' | 'confidential' = 'nominative', seats = 20) {
  const userId = (await createProfile(database.ownerPool)).id
  const { item_id: itemId, order_id } = await createPaidItem(database.ownerPool, {
    userId,
    productId,
    seats,
    mode: seats === 1 ? 'self' : 'business',
  })
  await database.ownerPool.query('update order_items set result_mode = $2 where id = $1', [itemId, mode])
  return { itemId, userId, order_id }
}

const settingsOf = async ({ itemId, userId }: { itemId: string; userId: string }) =>
  (await findItemSettings(database.db, { itemId, userId, now }))?.settings

const crowd = (count: number, from = 0) =>
  Array.from({ length: count }, (_, person) => ({
    area: 'Ventas',
    position: 'analista',
    answers: Object.fromEntries(fields.map((field, index) => [field, 1 + ((from + person + index) % 5)])),
  }))

describe('the settings of a purchase', () => {
  it('have who sees the answers, dates, sharing, links and targets of a company purchase', async () => {
    const item = await buy()
    expect(await settingsOf(item)).toMatchObject({
      item: { mode: 'nominative', frozen: false, isOfCompany: true, seats: 20, used_seats: 1 },
      followUp: { reminderDays: null, due: { day: undefined, passed: false } },
      round: { next: 1, waiting: 0 },
      sharing: { shared: false },
      links: [],
      targets: { until: 'answered' },
    })
    await invitePeople(database.ownerPool, item, [{}])
    expect((await settingsOf(item))?.item.frozen).toBe(true)
  })

  it('say which round of a confidential purchase comes next, and who waits for it', async () => {
    const item = await buy('confidential')
    await completePeople(database.ownerPool, item, crowd(5))
    expect((await settingsOf(item))?.round).toEqual({ next: 1, waiting: 5 })
    await publishResults(database.db, { ...item, number: 1, now })
    expect((await settingsOf(item))?.round).toEqual({ next: 2, waiting: 0 })
    await completePeople(database.ownerPool, item, crowd(2, 5))
    expect((await settingsOf(item))?.round).toEqual({ next: 2, waiting: 2 })
  })

  it('of a purchase for one are its dates alone, and after its time none', async () => {
    const item = await buy('nominative', 1)
    expect(await settingsOf(item)).toMatchObject({
      item: { isOfCompany: false },
      sharing: undefined,
      links: undefined,
      targets: undefined,
      followUp: { reminderDays: null },
    })
    await database.ownerPool.query("update orders set paid_at = now() - interval '400 days' where id = $1", [
      item.order_id,
    ])
    expect((await settingsOf(item))?.followUp).toBeUndefined()
  })

  it('are found by nobody else', async () => {
    const { itemId } = await buy()
    const stranger = await createProfile(database.ownerPool)
    expect(await settingsOf({ itemId, userId: stranger.id })).toBeUndefined()
  })
})

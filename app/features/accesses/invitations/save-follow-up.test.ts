import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Day, dayOf, shiftDay } from '#app/kernel/dates.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProfile, findProduct } from '#tests/support/factories.ts'
import { saveFollowUp } from './save-follow-up.server.ts'

let database: TestDatabase
let userId: string
let itemId: string
const now = new Date()
const today = dayOf(now)

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

beforeEach(async () => {
  userId = (await createProfile(database.ownerPool)).id
  const product = await findProduct(database.ownerPool)
  itemId = (await createPaidItem(database.ownerPool, { userId, productId: product.id, seats: 5 })).item_id
})

const save = (choice: { day: Day | null; days: number | null }, user = userId) =>
  saveFollowUp(database.db, { userId: user, itemId, now, ...choice })

async function stored(): Promise<{ due: Day | null; days: number | null }> {
  const { rows } = await database.ownerPool.query<{ due_at: Date | null; reminder_days: number | null }>(
    'select due_at, reminder_days from order_items where id = $1',
    [itemId],
  )
  const [row] = rows
  return { due: row?.due_at ? dayOf(row.due_at) : null, days: row?.reminder_days ?? null }
}

const recorded = async () => {
  const { rows } = await database.ownerPool.query<{ action: string }>(
    'select action from audit_log where entity_id = $1 order by action',
    [itemId],
  )
  return rows.map(({ action }) => action)
}

describe('the due date and the reminders of a purchase', () => {
  it('are saved together, and what did not change is not recorded again', async () => {
    const day = shiftDay(today, 9)
    expect(await save({ day, days: 7 })).toBe(true)
    expect(await stored()).toEqual({ due: day, days: 7 })
    expect((await recorded()).toSorted()).toEqual(['due_date_set', 'reminders_scheduled'])
    expect(await save({ day, days: 3 })).toBe(true)
    expect(await save({ day, days: 3 })).toBe(true)
    expect(await recorded()).toHaveLength(3)
    expect(await save({ day: null, days: null })).toBe(true)
    expect(await stored()).toEqual({ due: null, days: null })
  })

  it('are saved both or none, where the date is refused', async () => {
    await expect(save({ day: shiftDay(today, -1), days: 7 })).rejects.toMatchObject({
      message: 'Elige hoy o un día que venga.',
      field: 'due',
    })
    expect(await stored()).toEqual({ due: null, days: null })
    expect(await recorded()).toEqual([])
  })

  it('change beside a date that has passed, which stays until another is chosen', async () => {
    await database.ownerPool.query("update order_items set due_at = now() - interval '3 days' where id = $1", [itemId])
    const { due } = await stored()
    expect(await save({ day: due, days: 14 })).toBe(true)
    expect(await stored()).toEqual({ due, days: 14 })
  })

  it("are not another buyer's to set", async () => {
    const stranger = await createProfile(database.ownerPool)
    expect(await save({ day: null, days: 7 }, stranger.id)).toBe(false)
    expect(await stored()).toEqual({ due: null, days: null })
  })
})

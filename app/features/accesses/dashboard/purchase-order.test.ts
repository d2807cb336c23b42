import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import { scoreMean } from '#app/features/results/scoring.ts'
import { endOfDay } from '#app/kernel/dates.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { completePeople, invitePeople } from '#tests/support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile, findProduct } from '#tests/support/factories.ts'
import { publish } from '#tests/support/published-rounds.ts'
import { dashboardPage } from './dashboard.server.ts'
import { RANKS } from './next-step.ts'

let database: TestDatabase
let productId: string
let workshopId: string
let fields: string[]
let userId: string

beforeAll(async () => {
  database = await cloneDatabase()
  productId = (await createProduct(database.ownerPool, { questionnaireId: 'agilidad' })).id
  workshopId = (await findProduct(database.ownerPool, 'taller-kanban')).id
  const { rows } = await database.ownerPool.query("select field from private.closed_fields('agilidad', 1)")
  fields = rows.map(({ field }) => field)
})
afterAll(() => database.close())

beforeEach(async () => {
  userId = (await createProfile(database.ownerPool)).id
})

const change = (text: string, ...values: unknown[]) => database.ownerPool.query(text, values)
async function buy(seats: number, product = productId): Promise<string> {
  return (await createPaidItem(database.ownerPool, { userId, productId: product, seats })).item_id
}
const invite = (itemId: string, count: number) =>
  invitePeople(
    database.ownerPool,
    { itemId, userId },
    Array.from({ length: count }, () => ({})),
  )
const complete = (itemId: string, count: number) =>
  completePeople(
    database.ownerPool,
    { itemId, userId, questionnaireId: 'agilidad' },
    Array.from({ length: count }, (_, one) => ({
      area: 'Legal',
      answers: Object.fromEntries(fields.map((field, at) => [field, 1 + ((one + at + ((one * at) % 3)) % 5)])),
    })),
  )
/** Moves what happened to a purchase into the past. */
const age = (itemId: string, hours: number) =>
  change(
    `update user_accesses set created_at = created_at - make_interval(hours => $2),
       completed_at = completed_at - make_interval(hours => $2) where order_item_id = $1`,
    itemId,
    hours,
  )

async function shown(now = new Date()) {
  const { groups } = await asActor(database.db, { kind: 'user', userId }, tx =>
    dashboardPage(tx, { userId, now, page: 1 }),
  )
  const ranks = groups.map(({ rank }) => rank)
  expect(ranks).toEqual(ranks.toSorted())
  return groups
}
const only = async (now?: Date) => {
  const [group, ...others] = await shown(now)
  if (!group || others.length > 0) throw new Error('There is not one purchase')
  return group
}

describe('the order of purchases', () => {
  it('has first a new result, then what needs its buyer, then the newest finished result, then the rest', async () => {
    const earlier = await buy(4)
    await complete(earlier, 3)
    await age(earlier, 8 * 24)
    const later = await buy(4)
    await complete(later, 3)
    // Bought first, finished last.
    await age(later, 10 * 24)
    const fresh = await buy(4)
    await complete(fresh, 3)
    await age(fresh, 6 * 24)
    const forWork = await buy(1, workshopId)
    const asked = await buy(3)
    const newest = await buy(2)
    const groups = await shown()
    expect(groups.map(({ item_id, step }) => [item_id, step])).toEqual([
      [fresh, 'results'],
      [newest, 'invite'],
      [asked, 'invite'],
      [earlier, 'results'],
      [later, 'results'],
      [forWork, 'workshop'],
    ])
  })
})

const COMPLETE = "update user_accesses set status = 'completed', accessed_at = now(), completed_at = now()"

describe('a result is new', () => {
  it('for a week, once everybody who was asked has answered', async () => {
    const itemId = await buy(5)
    await complete(itemId, 2)
    expect(await only()).toMatchObject({ step: 'results', rank: RANKS.news })
    const [last] = await invite(itemId, 1)
    expect(await only()).toMatchObject({ step: 'results', rank: RANKS.results })
    await change(`${COMPLETE} where id = $1`, last)
    expect(await only()).toMatchObject({ rank: RANKS.news })
    await age(itemId, 7 * 24 + 1)
    expect(await only()).toMatchObject({ step: 'results', rank: RANKS.results })
  })

  it('of a purchase for one person once it is answered', async () => {
    const itemId = await buy(1)
    await change(`${COMPLETE} where order_item_id = $1`, itemId)
    expect(await only()).toMatchObject({ step: 'results', rank: RANKS.news })
  })

  it('of a confidential purchase once it is published', async () => {
    const itemId = await buy(7)
    await change("update order_items set result_mode = 'confidential' where id = $1", itemId)
    await complete(itemId, 5)
    expect(await only()).toMatchObject({ step: 'publish', rank: RANKS.needs })
    await publish(database, { itemId, userId })
    expect(await only()).toMatchObject({ step: 'results', rank: RANKS.news })
  })

  it('of nobody while the others are still to be invited', async () => {
    const itemId = await buy(5)
    await change(`${COMPLETE} where order_item_id = $1`, itemId)
    expect(await only()).toMatchObject({ step: 'invite', rank: RANKS.needs })
  })
})

describe('what a purchase asks of its buyer', () => {
  it('is inviting, then nothing until a day has passed, then reminding who has not answered', async () => {
    const itemId = await buy(4)
    expect(await only()).toMatchObject({ step: 'invite', asked: 0, completed: 0, due_reminders: 0 })
    const [first] = await invite(itemId, 3)
    expect(await only()).toMatchObject({ step: 'start', asked: 3, due_reminders: 0 })
    await age(itemId, 25)
    expect(await only()).toMatchObject({ step: 'remind', asked: 3, due_reminders: 3 })
    await change('update user_accesses set reminders_sent = 3 where id = $1', first)
    expect(await only()).toMatchObject({ step: 'remind', due_reminders: 2 })
    await change('update order_items set reminder_days = 3 where id = $1', itemId)
    expect(await only()).toMatchObject({ step: 'start', due_reminders: 0 })
    await age(itemId, 48)
    expect(await only()).toMatchObject({ step: 'remind', due_reminders: 2 })
    await change('update user_accesses set reminded_at = now() where order_item_id = $1', itemId)
    expect(await only()).toMatchObject({ step: 'start', due_reminders: 0 })
  })

  it('reminds nobody who has answered, is blocked, or whose time is over', async () => {
    const itemId = await buy(6)
    await complete(itemId, 2)
    const [blocked] = await invite(itemId, 3)
    await age(itemId, 25)
    expect(await only()).toMatchObject({ step: 'remind', due_reminders: 3, completed: 2, asked: 5 })
    await change('update user_accesses set blocked_at = now() where id = $1', blocked)
    expect(await only()).toMatchObject({ due_reminders: 2 })
    expect(await only(endOfDay(new Date(), 181))).toMatchObject({ step: 'results', due_reminders: 0, expired: true })
  })

  it('is answering, for one person, and then reading', async () => {
    const itemId = await buy(1)
    const own = { state: 'pending', own: true, name: 'Ana Rojas' }
    expect(await only()).toMatchObject({ step: 'start', asked: 1, own })
    const set = (values: string) => change(`update user_accesses set ${values} where order_item_id = $1`, itemId)
    await set("status = 'in_use', accessed_at = now(), progress = 40")
    expect(await only()).toMatchObject({ step: 'continue', own: { state: 'in_progress', progress: 40 } })
    expect(await only(endOfDay(new Date(), 181))).toMatchObject({ step: 'details' })
    await set("status = 'completed', completed_at = now(), progress = 100")
    expect(await only()).toMatchObject({ step: 'results', own: { state: 'completed' }, state: 'completed' })
  })

  it('is publishing, once everybody of a confidential purchase has answered', async () => {
    const itemId = await buy(7)
    await change("update order_items set result_mode = 'confidential' where id = $1", itemId)
    await complete(itemId, 5)
    const [waiting] = await invite(itemId, 1)
    expect(await only()).toMatchObject({ step: 'people', published: false, level: null, completed: 5, asked: 6 })
    await change("update user_accesses set status = 'revoked' where id = $1", waiting)
    expect(await only()).toMatchObject({ step: 'publish', level: null })
    await publish(database, { itemId, userId })
    expect(await only()).toMatchObject({ step: 'results', published: true })
  })
})

describe('the level of a purchase', () => {
  const consolidated = async (itemId: string) =>
    (await findConsolidated(database.db, userId, itemId, { maxTexts: 0 }))?.figures?.overall.mean

  it('is that of its results', async () => {
    const itemId = await buy(4)
    expect(await only()).toMatchObject({ level: null })
    await complete(itemId, 3)
    const { level } = await only()
    expect(scoreMean(level).mean).toBe(await consolidated(itemId))
  })

  it('of a confidential one is that of the last round, and of nobody who is in none', async () => {
    const itemId = await buy(30)
    await change("update order_items set result_mode = 'confidential' where id = $1", itemId)
    await complete(itemId, 6)
    expect(await only()).toMatchObject({ level: null })
    await publish(database, { itemId, userId })
    const { level } = await only()
    expect(scoreMean(level).mean).toBe(await consolidated(itemId))
    await complete(itemId, 7)
    expect(await only()).toMatchObject({ level, step: 'results' })
  })
})

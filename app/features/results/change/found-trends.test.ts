import { afterAll, beforeAll, expect, it } from 'vitest'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import { completePeople } from '#tests/support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile } from '#tests/support/factories.ts'
import { publish } from '#tests/support/published-rounds.ts'

// A trend has the figures that each measurement's own page shows.

let database: TestDatabase
let fields: string[]
beforeAll(async () => {
  database = await cloneDatabase()
  const { rows } = await database.ownerPool.query("select field from private.closed_fields('agilidad', 1)")
  fields = rows.map(({ field }) => field)
})
afterAll(() => database.close())

/** Who buys one product again and again. */
async function createBuyer() {
  const { id: userId } = await createProfile(database.ownerPool)
  const product = await createProduct(database.ownerPool, { questionnaireId: 'agilidad' })
  return async (mode: 'nominative' | 'confidential') => {
    const purchase = { userId, productId: product.id, seats: 30, mode: 'business' } as const
    const { item_id: itemId } = await createPaidItem(database.ownerPool, purchase)
    await database.ownerPool.query('update order_items set result_mode = $2 where id = $1', [itemId, mode])
    return { itemId, userId, questionnaireId: 'agilidad' }
  }
}

type Item = Awaited<ReturnType<Awaited<ReturnType<typeof createBuyer>>>>

/** @param level from 1 to 3; people answer up to two levels above it */
const complete = (item: Item, level: number, people: number) =>
  completePeople(
    database.ownerPool,
    item,
    Array.from({ length: people }, (_, one) => ({
      answers: Object.fromEntries(fields.map((field, at) => [field, level + ((one + at) % 3)])),
    })),
  )

const find = async ({ itemId, userId }: Item, shown: { round?: number; base?: string } = {}) => {
  const found = await findConsolidated(database.db, userId, itemId, { ...shown, withTrend: true })
  if (!found?.figures) throw new Error('There are no figures')
  return { trend: found.trend, figures: found.figures }
}

it('of nominative purchases: the newest six, whichever one is compared', async () => {
  const purchase = await createBuyer()
  const items: Item[] = []
  for (let at = 0; at < 7; at += 1) {
    const item = await purchase('nominative')
    await complete(item, 1 + (at % 3), 3 + at)
    items.push(item)
  }
  const [oldest, second, , , , , newest] = items
  if (!oldest || !second || !newest) throw new Error('Nothing was bought')
  const { trend } = await find(newest)
  expect(trend?.measurements).toHaveLength(6)
  for (const [at, measurement] of (trend?.measurements ?? []).entries()) {
    const own = (await find(items[at + 1] ?? newest)).figures
    expect(measurement.people).toBe(own.people)
    expect(measurement.overall.mean).toBe(own.overall.mean)
    expect(measurement.sections.map(({ mean }) => mean)).toEqual(own.sections.map(({ mean }) => mean))
  }
  expect((await find(newest, { base: oldest.itemId })).trend).toEqual(trend)
  expect((await find(second)).trend).toBeNull()
  expect((await findConsolidated(database.db, newest.userId, newest.itemId))?.trend).toBeNull()
})

it('of confidential purchases: the published round of most people, as it was published', async () => {
  const purchase = await createBuyer()
  const [first, second, last] = [
    await purchase('nominative'),
    await purchase('confidential'),
    await purchase('confidential'),
  ]
  await complete(first, 1, 6)
  await complete(second, 2, 9)
  await publish(database, second)
  await complete(second, 1, 12)
  await publish(database, second)
  await complete(last, 3, 8)
  await publish(database, last)
  await complete(last, 2, 5)
  const { trend, figures } = await find(last)
  expect(trend?.measurements.map(({ mode, round, people }) => [mode, round, people])).toEqual([
    ['nominative', null, 6],
    ['confidential', 2, 12],
    ['confidential', 1, 8],
  ])
  const published = (await find(second, { round: 2 })).figures
  expect(trend?.measurements.map(({ overall }) => overall.mean)).toEqual([
    (await find(first)).figures.overall.mean,
    published.overall.mean,
    figures.overall.mean,
  ])
  expect(trend?.measurements[1]?.sections.map(({ mean }) => mean)).toEqual(published.sections.map(({ mean }) => mean))
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { questionnaireSchema } from '#app/features/questionnaires/questionnaire-schema.ts'
import { baselineKey, comparisonText } from '#app/features/results/change/comparison.ts'
import type { Shown } from '#app/features/results/shown.ts'
import data from '#content/dama-dmbok2.es.json' with { type: 'json' }
import { completePeople } from '#tests/support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile } from '#tests/support/factories.ts'
import { publish } from '#tests/support/published-rounds.ts'
import { findConsolidated } from './find-consolidated.server.ts'

const fields = questionnaireSchema.parse(data).sections.flatMap(section => section.questions.map(({ field }) => field))

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

/** A buyer who measures again and again with one product. */
async function createBuyer() {
  const { id } = await createProfile(database.ownerPool)
  const product = await createProduct(database.ownerPool, { questionnaireId: 'dama-dmbok2' })
  const purchase = async (mode: 'nominative' | 'confidential' = 'nominative') => {
    const { item_id, order_number } = await createPaidItem(database.ownerPool, {
      userId: id,
      productId: product.id,
      seats: 40,
      mode: 'business',
    })
    await database.ownerPool.query('update order_items set result_mode = $2 where id = $1', [item_id, mode])
    return { itemId: item_id, userId: id, order_number }
  }
  return { id, purchase }
}
type Item = { itemId: string; userId: string }

/** People who answer these options by turns, in the mailboxes `from` 0 on. */
async function complete(item: Item, count: number, options: readonly number[], from = 0) {
  const accesses = await completePeople(
    database.ownerPool,
    item,
    Array.from({ length: count }, (_, index) => ({
      area: 'Legal',
      answers: Object.fromEntries(fields.map((field, at) => [field, options[(index + at) % options.length] ?? 3])),
    })),
  )
  await database.ownerPool.query(
    `update user_accesses set email = 'p' || (place + $2) || '@example.cl'
     from unnest($1::uuid[]) with ordinality as given (given_id, place) where id = given_id`,
    [accesses, from],
  )
}
const find = ({ itemId, userId }: Item, shown: Shown = {}) => findConsolidated(database.db, userId, itemId, shown)

describe('a nominative purchase', () => {
  it('is compared with the earlier one that most of its people answered, and says so', async () => {
    const { purchase } = await createBuyer()
    const [old, others, now] = [await purchase(), await purchase(), await purchase()]
    await complete(old, 4, [2])
    await complete(others, 9, [4], 20)
    await complete(now, 5, [3])
    expect((await find(old))?.baselines).toEqual([])
    const found = await find(now)
    expect(found?.comparison).toMatchObject({
      baseline: { order_number: old.order_number, people: 4, common: 4 },
      overall: { before: 2, now: 3, change: 1 },
    })
    if (!found?.comparison) throw new Error('not compared')
    const text = comparisonText(found.comparison, 5)
    expect(text).toContain(`orden ${old.order_number}`)
    expect(text).toContain('4 personas, y ahora 5; 4 respondieron las dos veces')
    expect(found.baselines.map(({ order_number, people, common }) => [order_number, people, common])).toEqual([
      [old.order_number, 4, 4],
      [others.order_number, 9, 0],
    ])
  })

  // shows: A2.49
  it('is compared with another one that the buyer chooses, and with nobody else’s', async () => {
    const { purchase } = await createBuyer()
    const [old, others, now] = [await purchase(), await purchase(), await purchase()]
    await complete(old, 4, [2])
    await complete(others, 9, [4], 20)
    await complete(now, 5, [3])
    const selected = await find(now, { base: others.itemId })
    expect(selected).toMatchObject({
      selected: others.itemId,
      comparison: { baseline: { order_number: others.order_number }, overall: { before: 4, change: -1 } },
    })
    const stranger = await (await createBuyer()).purchase()
    await complete(stranger, 9, [1])
    for (const base of [stranger.itemId, now.itemId, `${old.itemId}.1`, crypto.randomUUID()]) {
      expect(await find(now, { base })).toMatchObject({
        selected: null,
        comparison: { baseline: { order_number: old.order_number } },
      })
    }
    expect((await find(old, { base: now.itemId }))?.comparison).toBeNull()
  })
})

describe('a confidential purchase', () => {
  // shows: A2.49
  it('is compared with the round of most people, never with its own rounds or an unpublished one', async () => {
    const { purchase } = await createBuyer()
    const [old, now] = [await purchase('confidential'), await purchase('confidential')]
    await complete(old, 15, [1, 2, 4])
    await publish(database, old)
    // Six stragglers are no baseline of fifteen.
    await complete(old, 6, [5, 2, 4], 20)
    await publish(database, old)
    await complete(now, 15, [3, 5, 4])
    await publish(database, now)
    await complete(now, 6, [1, 2, 4], 20)
    await publish(database, now)
    expect((await find(old))?.baselines).toEqual([])
    const first = await find(now, { round: 1 })
    expect(first).toMatchObject({
      round: 1,
      comparison: {
        baseline: { order_number: old.order_number, round_number: 1, people: 15, common: null },
        overall: { before: (await find(old, { round: 1 }))?.figures?.overall.mean, now: first?.figures?.overall.mean },
      },
    })
    expect(await find(now)).toMatchObject({ round: 2, comparison: { baseline: { round_number: 1, people: 15 } } })
    const [, stragglers] = first?.baselines ?? []
    if (!stragglers) throw new Error('one baseline')
    const selected = await find(now, { round: 1, base: baselineKey(stragglers) })
    expect(selected?.comparison).toMatchObject({ baseline: { round_number: 2, people: 6 } })
    // Only what both pages show: no figure beside those that were published.
    const published = await find(old, { round: 2 })
    expect(selected?.comparison?.sections.map(({ before }) => before)).toEqual(
      published?.figures?.sections.map(({ mean }) => mean),
    )
  })
})

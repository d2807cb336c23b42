import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { questionnaireSchema } from '#app/features/questionnaires/questionnaire-schema.ts'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import { shownMean } from '#app/features/results/scoring.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import data from '#content/dama-dmbok2.es.json' with { type: 'json' }
import { completePeople } from '#tests/support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile } from '#tests/support/factories.ts'
import { publish } from '#tests/support/published-rounds.ts'
import { quantileOfT } from './student.test-support.ts'

// Two measurements of fifteen people, recomputed from their answers by formulas of their own.

const dama = questionnaireSchema.parse(data)

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

type Mode = 'nominative' | 'confidential'
type Item = { itemId: string; userId: string; order_number: string }

async function createBuyer() {
  const { id } = await createProfile(database.ownerPool)
  const product = await createProduct(database.ownerPool, { questionnaireId: 'dama-dmbok2' })
  return async (mode: Mode = 'nominative'): Promise<Item> => {
    const { item_id, order_number } = await createPaidItem(database.ownerPool, {
      userId: id,
      productId: product.id,
      seats: 40,
      mode: 'business',
    })
    await database.ownerPool.query('update order_items set result_mode = $2 where id = $1', [item_id, mode])
    return { itemId: item_id, userId: id, order_number }
  }
}

/** Fifteen people's options. @param rise how much higher the first eleven answer, in the first five areas */
const optionOf = (one: number, section: number, at: number, rise: number): number => {
  const before = 1 + ((one * 7 + section * 3 + at) % 3)
  if (one === 13 && at === 0) return 6
  return section < 5 && one < 11
    ? Math.min(5, before + rise)
    : section === 7 && rise > 0
      ? Math.max(1, before - 1)
      : before
}
const answersOf = (one: number, rise: number) =>
  Object.fromEntries(
    dama.sections.flatMap(({ questions }, section) =>
      questions.map(({ field }, at) => [field, optionOf(one, section, at, rise)]),
    ),
  )

/** People answer in the mailboxes `first` on. */
async function complete(item: Item, rise: number, first = 0, count = 15) {
  const accesses = await completePeople(
    database.ownerPool,
    item,
    Array.from({ length: count }, (_, at) => ({ area: 'Legal', answers: answersOf(first + at, rise) })),
  )
  await database.ownerPool.query(
    `update user_accesses set email = 'p' || (place + $2 - 1) || '@example.cl'
     from unnest($1::uuid[]) with ordinality as given (given_id, place) where id = given_id`,
    [accesses, first],
  )
}

const find = ({ itemId, userId }: Item) => findConsolidated(database.db, userId, itemId)
const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const varianceOf = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + (value - meanOf(values)) ** 2, 0) / (values.length - 1)
/** A person's level in a section. */
const levelOf = (one: number, section: number, rise: number) =>
  meanOf(
    (dama.sections[section]?.questions ?? [])
      .map((_, at) => optionOf(one, section, at, rise))
      .filter(option => option < 6),
  )
const round = (value: number) => Math.sign(value) * (Math.floor(Math.abs(value) * 100 + 0.5 + 1e-9) / 100)

describe('two nominative purchases of the same people', () => {
  // shows: A2.49
  it('have the paired change of who answered both, with its interval and how many rise and fall', async () => {
    const purchase = await createBuyer()
    const [before, now] = [await purchase(), await purchase()]
    await complete(before, 0)
    await complete(now, 1)
    const found = (await find(now))?.comparison
    expect(found?.method).toBe('paired')
    expect(found?.sections).toHaveLength(dama.sections.length)
    for (const [section, change] of (found?.sections ?? []).entries()) {
      const people = Array.from({ length: 15 }, (_, one) => one)
      const differences = people.map(one => levelOf(one, section, 1) - levelOf(one, section, 0))
      const reach = quantileOfT(0.975, 14) * Math.sqrt(varianceOf(differences) / 15)
      const [first, second] = [0, 1].map(rise => shownMean(meanOf(people.map(one => levelOf(one, section, rise)))))
      expect(change).toMatchObject({ before: first, now: second })
      expect(change.change).toBeCloseTo((second ?? 0) - (first ?? 0), 6)
      expect(change.interval?.low).toBeCloseTo(round(meanOf(differences) - reach), 6)
      expect(change.interval?.high).toBeCloseTo(round(meanOf(differences) + reach), 6)
      expect(change.pairs).toEqual({
        people: 15,
        up: differences.filter(difference => difference > 1e-9).length,
        down: differences.filter(difference => difference < -1e-9).length,
        same: differences.filter(difference => Math.abs(difference) <= 1e-9).length,
      })
    }
    expect(found?.sections[0]?.pairs).toMatchObject({ up: 11, same: 4 })
    expect(found?.sections[7]?.pairs?.down).toBeGreaterThan(5)
    expect(found?.overall?.pairs?.people).toBe(15)
  })

  it('count only who answered both, and nobody whose access was revoked', async () => {
    const purchase = await createBuyer()
    const [before, now] = [await purchase(), await purchase()]
    await complete(before, 0, 0, 12)
    await complete(now, 1, 3, 12)
    expect((await find(now))?.comparison).toMatchObject({ method: 'paired', overall: { pairs: { people: 9 } } })
    await database.ownerPool.query(
      "update user_accesses set status = 'revoked' where order_item_id = $1 and email = 'p5@example.cl'",
      [now.itemId],
    )
    const found = (await find(now))?.comparison
    expect(found?.baseline.common).toBe(8)
    expect(found?.overall?.pairs?.people).toBe(8)
    // The levels beside the change are those of the same people.
    const eight = [3, 4, 6, 7, 8, 9, 10, 11]
    expect(found?.sections[0]?.before).toBe(shownMean(meanOf(eight.map(one => levelOf(one, 0, 0)))))
  })

  it('are compared as different people where few answered both', async () => {
    const purchase = await createBuyer()
    const [before, now] = [await purchase(), await purchase()]
    await complete(before, 0)
    await complete(now, 1, 12)
    const found = (await find(now))?.comparison
    expect(found).toMatchObject({ method: 'independent', baseline: { common: 3 } })
    const [was, is] = [0, 1].map(rise => Array.from({ length: 15 }, (_, at) => levelOf(rise * 12 + at, 0, rise)))
    if (!was || !is) throw new Error('nobody')
    const [a, b] = [varianceOf(was) / 15, varianceOf(is) / 15]
    const reach = quantileOfT(0.975, (14 * (a + b) ** 2) / (a ** 2 + b ** 2)) * Math.sqrt(a + b)
    expect(found?.sections[0]?.interval?.low).toBeCloseTo(round(meanOf(is) - meanOf(was) - reach), 6)
    expect(found?.sections[0]?.interval?.high).toBeCloseTo(round(meanOf(is) - meanOf(was) + reach), 6)
    expect(found?.sections[0]?.pairs).toBeNull()
  })

  it('show their pairs to whoever may see both, and to nobody else', async () => {
    const [own, others] = [await createBuyer(), await createBuyer()]
    const [before, now, foreign] = [await own(), await own(), await others()]
    for (const item of [before, now, foreign]) await complete(item, 0, 0, 3)
    const pairs = (userId: string, ids: string[]) =>
      readAs(database.db, { kind: 'user', userId }, async tx => {
        const { rows } = await sql`select * from private.paired_sums(${ids}::uuid[])`.execute(tx)
        return rows.length
      })
    expect(await pairs(now.userId, [now.itemId, before.itemId])).toBe(dama.sections.length + 1)
    expect(await pairs(now.userId, [now.itemId, foreign.itemId])).toBe(0)
    expect(await pairs(foreign.userId, [now.itemId, before.itemId])).toBe(0)
    expect(await pairs(now.userId, [now.itemId])).toBe(0)
    for (const unchecked of [
      sql`private.pair_items(${now.itemId}, ${before.itemId})`,
      sql`private.baselines_of(${now.itemId})`,
    ]) {
      const read = readAs(database.db, { kind: 'user', userId: now.userId }, tx =>
        sql`select * from ${unchecked}`.execute(tx),
      )
      await expect(read).rejects.toThrow('permission denied')
    }
  })
})

describe('a confidential purchase', () => {
  // shows: A2.49
  it('has the interval of the figures that are shown, and pairs nobody', async () => {
    const purchase = await createBuyer()
    const [before, now] = [await purchase('confidential'), await purchase('confidential')]
    for (const [item, rise] of [
      [before, 0],
      [now, 1],
    ] as const) {
      await complete(item, rise)
      await publish(database, item)
    }
    const [was, is] = [(await find(before))?.figures, (await find(now))?.figures]
    const found = (await find(now))?.comparison
    expect(found?.method).toBe('shown')
    let intervals = 0
    for (const [section, change] of (found?.sections ?? []).entries()) {
      const [first, second] = [was?.sections[section], is?.sections[section]]
      if (first?.mean == null || first.deviation === null || second?.mean == null || second.deviation === null) continue
      const [a, b] = [first.deviation ** 2 / (first.people - 1), second.deviation ** 2 / (second.people - 1)]
      const dof = (a + b) ** 2 / (a ** 2 / (first.people - 1) + b ** 2 / (second.people - 1))
      const reach = quantileOfT(0.975, dof) * Math.sqrt(a + b)
      expect(change.pairs).toBeNull()
      expect(change.interval?.low).toBeCloseTo(round(second.mean - first.mean - reach), 6)
      expect(change.interval?.high).toBeCloseTo(round(second.mean - first.mean + reach), 6)
      intervals += 1
    }
    expect(intervals).toBeGreaterThan(4)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { questionnaireSchema } from '#app/features/questionnaires/questionnaire-schema.ts'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import type { ShownRound } from '#app/features/results/shown.ts'
import data from '#content/dama-dmbok2.es.json' with { type: 'json' }
import { completePeople } from '#tests/support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile, type TestProfile } from '#tests/support/factories.ts'
import { publish } from '#tests/support/published-rounds.ts'

const dama = questionnaireSchema.parse(data)
const closed = dama.sections.flatMap(section => section.questions.map(({ field }) => field))
const open = dama.sections.flatMap(section => section.openQuestions.map(({ field }) => field))
const [FIELD = ''] = open

let database: TestDatabase
let buyer: TestProfile
let productId: string

beforeAll(async () => {
  database = await cloneDatabase()
  buyer = await createProfile(database.ownerPool)
  productId = (await createProduct(database.ownerPool, { questionnaireId: 'dama-dmbok2' })).id
})
afterAll(() => database.close())

async function buy(mode: 'nominative' | 'confidential') {
  const { item_id: itemId } = await createPaidItem(database.ownerPool, {
    userId: buyer.id,
    productId,
    seats: 1000,
    mode: 'business',
  })
  await database.ownerPool.query('update order_items set result_mode = $2 where id = $1', [itemId, mode])
  return { itemId, userId: buyer.id }
}

/** People who answer every closed question, and one open one where they have a text. */
const write = (item: { itemId: string; userId: string }, texts: readonly (string | undefined)[]) =>
  completePeople(
    database.ownerPool,
    item,
    texts.map((text, seed) => ({
      answers: {
        ...Object.fromEntries(closed.map((field, index) => [field, 1 + ((seed + index) % 5)])),
        [FIELD]: text,
      },
      area: 'Legal',
    })),
  )

async function openOf(itemId: string, asked: { maxTexts?: number; round?: ShownRound } = {}) {
  const found = await findConsolidated(database.db, buyer.id, itemId, { withThemes: true, ...asked })
  return found?.figures?.sections.flatMap(section => section.open).find(({ field }) => field === FIELD)
}
const named = async (itemId: string, asked?: { maxTexts?: number; round?: ShownRound }) =>
  (await openOf(itemId, asked))?.themes.map(({ theme, texts }) => [theme, texts])

const about = (theme: string, count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, index) => `${theme}: ${'i'.repeat(from + index + 1)}x`)
const others = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => 'abcdefghij'.charAt(index).repeat(5))

describe('the themes of a nominative purchase', () => {
  it("are found by the stems of the database's Spanish dictionary, with and without accents", async () => {
    const item = await buy('nominative')
    await write(item, [
      'Poca capacitación',
      'Sin capacitación',
      'Más capacitaciones',
      'Hay que capacitar',
      'CAPACITACION ya',
      'Otro asunto',
    ])
    const found = await openOf(item.itemId)
    expect(found?.themes).toEqual([
      { theme: 'capacitación', texts: 5, quotes: ['Sin capacitación', 'Hay que capacitar'] },
    ])
    expect(found?.total).toBe(6)
  })

  it('need three people, of whom each counts once', async () => {
    const item = await buy('nominative')
    await write(item, ['Presupuesto, presupuesto y presupuesto', 'Presupuesto'])
    expect(await named(item.itemId)).toEqual([])
    await write(item, ['Sin presupuestos'])
    expect(await named(item.itemId)).toEqual([['presupuesto', 3]])
  })

  it('are those of all texts, however many are shown', async () => {
    const item = await buy('nominative')
    await write(item, about('Calidad de los datos', 9))
    const whole = await openOf(item.itemId)
    const cut = await openOf(item.itemId, { maxTexts: 2 })
    expect(cut?.answers).toEqual(whole?.answers.slice(0, 2))
    expect([cut?.total, cut?.themes]).toEqual([9, whole?.themes])
    expect(cut?.themes[0]).toMatchObject({ texts: 9 })
  })

  it('are not looked for by who does not show them', async () => {
    const item = await buy('nominative')
    await write(item, about('Calidad', 4))
    const found = await findConsolidated(database.db, buyer.id, item.itemId)
    expect(found?.figures?.sections.flatMap(section => section.open).flatMap(({ themes }) => themes)).toEqual([])
  })

  it("go with a revoked access's and an erased text", async () => {
    const item = await buy('nominative')
    const [first, second] = await write(item, about('Plazos', 4))
    expect((await named(item.itemId))?.[0]).toEqual(['plazos', 4])
    await database.ownerPool.query("update user_accesses set status = 'revoked' where id = $1", [first])
    expect((await named(item.itemId))?.[0]).toEqual(['plazos', 3])
    await database.ownerPool.query('select private.erase_accesses(array[$1::uuid], now())', [second])
    expect(await named(item.itemId)).toEqual([])
  })

  it('take one query more than the texts, for many people as for one', async () => {
    let queries = 0
    const db = database.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: ({ result }) => {
        queries += 1
        return Promise.resolve(result)
      },
    })
    const item = await buy('nominative')
    await write(item, about('Plazos', 60))
    await findConsolidated(db, buyer.id, item.itemId, { withThemes: true })
    expect(queries).toBe(6)
  })
})

describe('the themes of a confidential purchase', () => {
  it('are there from eight authors of the question on, as its texts are', async () => {
    const few = await buy('confidential')
    await write(few, [...about('Plazos', 7), undefined, undefined])
    await publish(database, few)
    expect(await openOf(few.itemId)).toMatchObject({ answers: [], themes: [] })
    const item = await buy('confidential')
    await write(item, [...about('Plazos', 8), undefined])
    await publish(database, item)
    expect((await named(item.itemId))?.[0]).toEqual(['plazos', 8])
  })

  it('need three of these authors', async () => {
    const two = await buy('confidential')
    await write(two, ['Plazos', 'Plazos', ...others(7)])
    await publish(database, two)
    expect(await named(two.itemId)).toEqual([])
    const three = await buy('confidential')
    await write(three, ['Plazos', 'Plazos', 'El plazo', ...others(6)])
    await publish(database, three)
    expect(await named(three.itemId)).toEqual([['plazos', 3]])
  })

  it('are made of the texts of the shown rounds, and of nothing else', async () => {
    const item = await buy('confidential')
    await write(item, about('Plazos', 8))
    await publish(database, item)
    await write(item, about('Roles', 8))
    expect((await named(item.itemId))?.[0]).toEqual(['plazos', 8])
    await publish(database, item)
    expect((await named(item.itemId))?.[0]).toEqual(['roles', 8])
    expect((await named(item.itemId, { round: 1 }))?.[0]).toEqual(['plazos', 8])
    const all = await openOf(item.itemId, { round: 'all' })
    expect(all?.themes.map(({ theme, texts }) => [theme, texts])).toEqual(
      expect.arrayContaining([
        ['plazos', 8],
        ['roles', 8],
      ]),
    )
    // Whoever has the texts can make the themes: they are in them, word by word.
    for (const { theme, texts, quotes } of all?.themes ?? []) {
      const holding = all?.answers.filter(answer => answer.toLowerCase().includes(theme.toLowerCase())) ?? []
      expect(holding.length).toBe(texts)
      for (const quote of quotes) expect(holding).toContain(quote)
    }
  })

  it('are withdrawn with all texts of the round when one of them is erased', async () => {
    const item = await buy('confidential')
    const [first] = await write(item, about('Plazos', 9))
    await publish(database, item)
    expect((await named(item.itemId))?.[0]).toEqual(['plazos', 9])
    await database.ownerPool.query('select private.erase_accesses(array[$1::uuid], now())', [first])
    expect(await openOf(item.itemId)).toMatchObject({ answers: [], total: 0, themes: [] })
  })
})

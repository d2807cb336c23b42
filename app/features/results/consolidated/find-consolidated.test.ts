import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { questionnaireSchema } from '#app/features/questionnaires/questionnaire.schema.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import data from '#content/dama-dmbok2.es.json' with { type: 'json' }
import { answerAll, completePeople, invitePeople } from '#tests/support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile, type TestProfile } from '#tests/support/factories.ts'
import { type AnsweringPerson, tallyPeople } from '#tests/support/tallies.ts'
import { writeConsolidated } from './consolidated.ts'
import { findConsolidated } from './find-consolidated.server.ts'

const dama = questionnaireSchema.parse(data)
const fields = dama.sections.flatMap(section => section.questions.map(({ field }) => field))
const NOW = new Date()

let database: TestDatabase
let buyer: TestProfile
let productId: string

beforeAll(async () => {
  database = await cloneDatabase()
  buyer = await createProfile(database.ownerPool)
  productId = (await createProduct(database.ownerPool, { questionnaireId: 'dama-dmbok2' })).id
})
afterAll(() => database.close())

async function buy(seats: number, mode: 'nominative' | 'confidential' = 'nominative') {
  const { item_id, order_number, owner_access_id } = await createPaidItem(database.ownerPool, {
    userId: buyer.id,
    productId,
    seats,
    mode: 'business',
  })
  await database.ownerPool.query('update order_items set result_mode = $2 where id = $1', [item_id, mode])
  return { itemId: item_id, userId: buyer.id, order_number, owner_access_id }
}

const find = (itemId: string, userId = buyer.id) => findConsolidated(database.db, userId, itemId, NOW)

/** Options that differ from person to person, with gaps and 'No sé' among them. */
const answersOf = (seed: number) =>
  Object.fromEntries(
    fields.map((field, index) => {
      const roll = (seed * 7 + index * 5 + ((seed * index) % 11)) % 8
      return [field, roll === 7 || roll === 0 ? undefined : roll]
    }),
  )
const person = (seed: number, area: string, position = 'analista'): AnsweringPerson => ({
  answers: answersOf(seed),
  area,
  position,
})
const crowd = (count: number, area: string, from = 0) =>
  Array.from({ length: count }, (_, index) => person(from + index, area))

describe('the consolidated results of a nominative item', () => {
  it('equal counting one by one', async () => {
    const item = await buy(20)
    const people = [
      ...crowd(4, 'Finanzas'),
      ...crowd(3, 'Ventas', 20).map(each => ({ ...each, position: 'director' })),
      { answers: {}, area: 'Ventas', position: 'director' },
    ]
    await completePeople(database.ownerPool, item, people)
    await invitePeople(database.ownerPool, item, [{ area: 'Finanzas' }])
    const found = await find(item.itemId)
    const byHand = writeConsolidated(dama, tallyPeople(dama, people), 'nominative')
    expect(found?.figures).toEqual(byHand)
    expect(found?.participation).toEqual({ seats: 20, invited: 10, started: 0, completed: 8 })
    expect([found?.waiting, found?.missing, found?.item.frozen]).toEqual([0, 0, true])
  })

  it("are measured against the round's own targets and importance", async () => {
    const item = await buy(9)
    const { rowCount } = await database.ownerPool.query(
      `update order_items set section_targets = '{"2": 5}', section_weights = '{"2": 1}' where id = $1`,
      [item.itemId],
    )
    expect(rowCount).toBe(1)
    await completePeople(database.ownerPool, item, [
      { answers: Object.fromEntries(fields.map(field => [field, 3])), area: 'Legal' },
    ])
    const { sections = [], priorities = [] } = (await find(item.itemId))?.figures ?? {}
    expect(sections.slice(0, 2).map(({ target, distance }) => [target, distance])).toEqual([
      [dama.sections[0]?.targetLevel, 1],
      [5, 2],
    ])
    expect(priorities.find(({ area }) => area === sections[1]?.area)).toMatchObject({
      target: 5,
      distance: 2,
      importance: 1,
      weight: 2,
    })
  })

  it('merge departments that differ only in case, accents or spaces', async () => {
    const item = await buy(9)
    const names = ['Tecnología', 'Tecnología', 'TECNOLOGIA ', 'tecnologia']
    await completePeople(
      database.ownerPool,
      item,
      names.map((area, index) => person(index, area)),
    )
    const { areas } = (await find(item.itemId))?.figures ?? {}
    expect(areas?.groups.map(({ name, people }) => [name, people])).toEqual([['Tecnología', 4]])
  })

  it('exclude a revoked access, and keep the department at completion', async () => {
    const item = await buy(9)
    const [first, second] = await completePeople(database.ownerPool, item, crowd(3, 'Legal'))
    await database.ownerPool.query("update user_accesses set status = 'revoked' where id = $1", [first])
    await database.ownerPool.query("update user_accesses set department = 'Otra' where id = $1", [second])
    const { figures } = (await find(item.itemId)) ?? {}
    expect(figures?.areas.groups.map(({ name, people }) => [name, people])).toEqual([['Legal', 2]])
  })

  it('are undefined while nobody has completed, and for others', async () => {
    const item = await buy(9)
    await invitePeople(database.ownerPool, item, crowd(2, 'Legal'))
    expect(await find(item.itemId)).toMatchObject({ figures: null, missing: 0, item: { frozen: false } })
    const stranger = await createProfile(database.ownerPool)
    const admin = await createProfile(database.ownerPool, { role: 'admin' })
    expect(await find(item.itemId, stranger.id)).toBeUndefined()
    expect(await find(item.itemId, admin.id)).toBeUndefined()
  })

  it('compare with the last completed earlier purchase of the same product', async () => {
    const product = await createProduct(database.ownerPool, { questionnaireId: 'dama-dmbok2' })
    const purchase = async (option: number) => {
      const item = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats: 4 })
      const answers = Object.fromEntries(fields.map(field => [field, option]))
      await completePeople(database.ownerPool, { itemId: item.item_id, userId: buyer.id }, [{ answers }])
      return item
    }
    const earlier = await purchase(2)
    expect((await find(earlier.item_id))?.comparison).toBeNull()
    const later = await purchase(4)
    expect((await find(later.item_id))?.comparison).toMatchObject({
      order_number: earlier.order_number,
      people: 1,
      overall: { before: 2, now: 4, change: 2 },
    })
  })

  it('take the same number of queries for many people as for one', async () => {
    const counted = { queries: 0 }
    const db = database.db.withPlugin({
      transformQuery: ({ node }) => {
        counted.queries += 1
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    })
    const item = await buy(60)
    await completePeople(database.ownerPool, item, crowd(1, 'Legal'))
    await findConsolidated(db, buyer.id, item.itemId, NOW)
    counted.queries = 0
    await completePeople(database.ownerPool, item, crowd(50, 'Ventas'))
    await findConsolidated(db, buyer.id, item.itemId, NOW)
    expect(counted.queries).toBe(3)
  })
})

describe('the consolidated results of a confidential item', () => {
  it('are shown from five completions of invited people on', async () => {
    const item = await buy(20, 'confidential')
    await answerAll(database.ownerPool, 'dama-dmbok2', [item.owner_access_id], [person(1, 'Legal')])
    const invited = await invitePeople(database.ownerPool, item, crowd(9, 'Legal'))
    await answerAll(database.ownerPool, 'dama-dmbok2', invited.slice(0, 4), crowd(4, 'Legal'))
    expect(await find(item.itemId)).toMatchObject({ figures: null, missing: 1, waiting: 4 })
    await answerAll(database.ownerPool, 'dama-dmbok2', invited.slice(4, 5), crowd(1, 'Legal', 4))
    const found = await find(item.itemId)
    expect(found).toMatchObject({ missing: 0, waiting: 0, participation: { started: null, completed: 6 } })
    // The buyer's own run is not counted, because subtracting it would reveal others' answers.
    expect(found?.figures?.people).toBe(5)
    expect(found?.figures).toEqual(writeConsolidated(dama, tallyPeople(dama, crowd(5, 'Legal')), 'confidential'))
  })

  it('stay unchanged until five more of one department have completed, or nobody is left', async () => {
    const item = await buy(20, 'confidential')
    const people = [...crowd(5, 'Legal'), ...crowd(3, 'Ventas', 5), ...crowd(3, 'Compras', 8)]
    const invited = await invitePeople(database.ownerPool, item, people)
    const complete = (from: number, to: number) =>
      answerAll(database.ownerPool, 'dama-dmbok2', invited.slice(from, to), people.slice(from, to))
    await complete(0, 5)
    const before = await find(item.itemId)
    await complete(5, 10)
    expect(await find(item.itemId)).toMatchObject({ figures: before?.figures, waiting: 5 })
    await complete(10, 11)
    const after = await find(item.itemId)
    expect(after).toMatchObject({ waiting: 0, figures: { people: 11, areas: { others: 6 } } })
    expect(after?.figures?.areas.groups.map(({ name, people: count }) => [name, count])).toEqual([['Legal', 5]])
  })

  it('keep people who lost the seat: the difference would reveal that person', async () => {
    const item = await buy(20, 'confidential')
    const [first] = await completePeople(database.ownerPool, item, crowd(6, 'Legal'))
    const before = await find(item.itemId)
    await database.ownerPool.query("update user_accesses set status = 'revoked' where id = $1", [first])
    expect((await find(item.itemId))?.figures).toEqual(before?.figures)
  })

  it("lose the whole block when one person's answers are deleted", async () => {
    const item = await buy(20, 'confidential')
    const people = [...crowd(5, 'Legal'), ...crowd(5, 'Ventas', 5)]
    const [first] = await completePeople(database.ownerPool, item, people)
    expect((await find(item.itemId))?.figures?.people).toBe(10)
    await database.ownerPool.query(
      'delete from run_answers where run_id = (select id from assessment_runs where validated_access_id = $1)',
      [first],
    )
    const { figures } = (await find(item.itemId)) ?? {}
    expect(figures?.areas.groups.map(({ name }) => name)).toEqual(['Ventas'])
    expect(figures?.people).toBe(5)
  })

  it('show open answers of eight people, without names and in hashed order', async () => {
    const item = await buy(30, 'confidential')
    const writing = Array.from({ length: 15 }, (_, index) => ({
      ...person(index, index < 7 ? 'Legal' : 'Ventas'),
      answers: { ...answersOf(index), governance_challenges: `Texto ${index}` },
    }))
    const invited = await invitePeople(database.ownerPool, item, writing)
    const texts = async () => (await find(item.itemId))?.figures?.sections[0]?.open[0]?.answers ?? []
    await answerAll(database.ownerPool, 'dama-dmbok2', invited.slice(0, 7), writing.slice(0, 7))
    expect(await texts()).toEqual([])
    await answerAll(database.ownerPool, 'dama-dmbok2', invited.slice(7), writing.slice(7))
    const shown = await texts()
    expect(shown.toSorted()).toEqual(writing.map(({ answers }) => answers.governance_challenges).toSorted())
    expect(shown).not.toEqual(writing.map(({ answers }) => answers.governance_challenges))
  })

  it('count everybody once for two concurrent requests', async () => {
    const item = await buy(20, 'confidential')
    await completePeople(database.ownerPool, item, [...crowd(5, 'Legal'), ...crowd(5, 'Ventas', 5)])
    const found = await Promise.all(Array.from({ length: 6 }, () => find(item.itemId)))
    expect(new Set(found.map(each => each?.figures?.people))).toEqual(new Set([10]))
    const blocks = await database.ownerPool.query('select 1 from private.result_blocks where order_item_id = $1', [
      item.itemId,
    ])
    expect(blocks.rowCount).toBe(2)
  })
})

it('refuse a block of fewer than five even to the system actor', async () => {
  const item = await buy(20, 'confidential')
  const accesses = await completePeople(database.ownerPool, item, crowd(5, 'Legal'))
  const runs = await database.ownerPool.query<{ id: string }>(
    'select id from assessment_runs where validated_access_id = any ($1)',
    [accesses],
  )
  const make = (kind: 'system' | 'user', ids: readonly string[]) =>
    asActor(database.db, kind === 'system' ? { kind } : { kind, userId: buyer.id }, tx =>
      sql`select private.make_result_block(${item.itemId}::uuid, ${[...ids]}::uuid[], true, true)`.execute(tx),
    )
  const ids = runs.rows.map(row => row.id)
  await expect(make('system', ids.slice(0, 4))).rejects.toMatchObject({ constraint: 'result_blocks_of_five' })
  await expect(make('user', ids)).rejects.toThrow('only the shop')
})

it("show a page's maximum of open answers per question, and their number", async () => {
  const item = await buy(10)
  const field = dama.sections[0]?.openQuestions[0]?.field ?? ''
  const people = Array.from({ length: 5 }, (_, index) => ({ answers: { [field]: `Respuesta ${index}` } }))
  await completePeople(database.ownerPool, item, people)
  const shown = await findConsolidated(database.db, buyer.id, item.itemId, NOW, { maxTexts: 2 })
  const open = shown?.figures?.sections[0]?.open.find(question => question.field === field)
  expect(open?.answers).toHaveLength(2)
  expect(open?.total).toBe(5)
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { questionnaireSchema } from '#app/features/questionnaires/questionnaire-schema.ts'
import data from '#content/dama-dmbok2.es.json' with { type: 'json' }
import { completePeople, invitePeople } from '#tests/support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile, type TestProfile } from '#tests/support/factories.ts'
import { type AnsweringPerson, tallyPeople } from '#tests/support/tallies.ts'
import { writeConsolidated } from './consolidated.ts'
import { findConsolidated } from './find-consolidated.server.ts'

const dama = questionnaireSchema.parse(data)
const fields = dama.sections.flatMap(section => section.questions.map(({ field }) => field))

let database: TestDatabase
let buyer: TestProfile
let productId: string

beforeAll(async () => {
  database = await cloneDatabase()
  buyer = await createProfile(database.ownerPool)
  productId = (await createProduct(database.ownerPool, { questionnaireId: 'dama-dmbok2' })).id
})
afterAll(() => database.close())

async function buy(seats: number) {
  const { item_id } = await createPaidItem(database.ownerPool, {
    userId: buyer.id,
    productId,
    seats,
    mode: 'business',
  })
  return { itemId: item_id, userId: buyer.id }
}

const find = (itemId: string, userId = buyer.id) => findConsolidated(database.db, userId, itemId)

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
    // The own seat came with the purchase: nobody asked the buyer, who counts from beginning on.
    expect(found?.participation).toEqual({ seats: 20, invited: 9, started: 0, completed: 8 })
    await database.ownerPool.query(
      `update user_accesses set status = 'in_use', accessed_at = now() where order_item_id = $1 and invited_by_user_id is null`,
      [item.itemId],
    )
    const begun = await find(item.itemId)
    expect(begun?.participation).toEqual({ seats: 20, invited: 10, started: 1, completed: 8 })
    expect([found?.waiting, found?.rounds, found?.item.frozen]).toEqual([0, [], true])
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
    expect(priorities.find(({ area }) => area === sections[1]?.title)).toMatchObject({
      target: 5,
      proposed: 3,
      distance: 2,
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
    expect(await find(item.itemId)).toMatchObject({ figures: null, item: { frozen: true } })
    const stranger = await createProfile(database.ownerPool)
    const admin = await createProfile(database.ownerPool, { role: 'admin' })
    expect(await find(item.itemId, stranger.id)).toBeUndefined()
    expect(await find(item.itemId, admin.id)).toBeUndefined()
  })

  it('take the same number of queries for many people as for one', async () => {
    const counted = { queries: 0 }
    const db = database.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: ({ result }) => {
        counted.queries += 1
        return Promise.resolve(result)
      },
    })
    const item = await buy(60)
    await completePeople(database.ownerPool, item, crowd(1, 'Legal'))
    await findConsolidated(db, buyer.id, item.itemId)
    counted.queries = 0
    await completePeople(database.ownerPool, item, crowd(50, 'Ventas'))
    await findConsolidated(db, buyer.id, item.itemId)
    expect(counted.queries).toBe(5)
  })
})

it("show a page's maximum of open answers per question, and their number", async () => {
  const item = await buy(10)
  const field = dama.sections[0]?.openQuestions[0]?.field ?? ''
  const people = Array.from({ length: 5 }, (_, index) => ({ answers: { [field]: `Respuesta ${index}` } }))
  await completePeople(database.ownerPool, item, people)
  const shown = await findConsolidated(database.db, buyer.id, item.itemId, { maxTexts: 2 })
  const open = shown?.figures?.sections[0]?.open.find(question => question.field === field)
  expect(open?.answers).toHaveLength(2)
  expect(open?.total).toBe(5)
})

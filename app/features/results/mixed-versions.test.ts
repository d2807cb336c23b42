import { afterAll, beforeAll, expect, it } from 'vitest'
import { listFields, type QuestionnaireDraft, takeStep } from '#app/features/questionnaires/drafts/draft.ts'
import { questionnaireSchema } from '#app/features/questionnaires/questionnaire-schema.ts'
import { findQuestionnaire } from '#app/features/questionnaires/questionnaires.server.ts'
import data from '#content/agilidad.es.json'
import { completePeople } from '#tests/support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile, type TestProfile } from '#tests/support/factories.ts'
import { publish } from '#tests/support/published-rounds.ts'
import { findConsolidated } from './consolidated/find-consolidated.server.ts'

// A version is published while a purchase is being answered: its people are counted together, each by their own
// version.

const first: QuestionnaireDraft = { ...questionnaireSchema.parse(data), locale: 'es-CL' }
const requested = (content: QuestionnaireDraft) => content.sections[0]?.questions.map(({ field }) => field) ?? []
const [stored = '', dropped = ''] = requested(first)

/** The second version: another order, one question less and one more in the first section. */
const second = ((): QuestionnaireDraft => {
  const published = listFields(first)
  const more = takeStep(first, { kind: 'add-question', section: 1 }, published)
  const moved = takeStep(more, { kind: 'down', section: 1, field: stored }, published)
  return { ...takeStep(moved, { kind: 'remove', section: 1, field: dropped }, published), version: 2 }
})()
const [added = ''] = requested(second).filter(field => !requested(first).includes(field))

let database: TestDatabase
let buyer: TestProfile
let productId: string

beforeAll(async () => {
  database = await cloneDatabase()
  buyer = await createProfile(database.ownerPool)
  productId = (await createProduct(database.ownerPool, { questionnaireId: 'agilidad' })).id
  const named = (text: string) => (text === '' ? 'Pregunta nueva' : text)
  const sections = second.sections.map(section => ({
    ...section,
    questions: section.questions.map(question => ({
      ...question,
      text: named(question.text),
      options: question.options.map((option, index) => (option === '' ? `Nivel ${index + 1}` : option)),
    })),
  }))
  await database.ownerPool.query(
    "insert into questionnaire_versions (questionnaire_id, version, content) values ('agilidad', 2, $1)",
    [JSON.stringify({ ...second, sections })],
  )
})
afterAll(() => database.close())

/** A purchase of which some people answered the first version and some the second, all with the same level everywhere. */
async function answered(mode: 'nominative' | 'confidential', levels: { first: number[]; second: number[] }) {
  const { item_id: itemId } = await createPaidItem(database.ownerPool, {
    userId: buyer.id,
    productId,
    seats: 30,
    mode: 'business',
  })
  await database.ownerPool.query('update order_items set result_mode = $2 where id = $1', [itemId, mode])
  const input = { itemId, userId: buyer.id, questionnaireId: 'agilidad' }
  const all = (content: QuestionnaireDraft, level: number) => ({
    answers: Object.fromEntries(
      content.sections.flatMap(({ questions }) => questions.map(({ field }) => [field, level])),
    ),
    area: 'Ventas',
  })
  await completePeople(
    database.ownerPool,
    { ...input, version: 1 },
    levels.first.map(level => all(first, level)),
  )
  await completePeople(
    database.ownerPool,
    { ...input, version: 2 },
    levels.second.map(level => all(second, level)),
  )
  if (mode === 'confidential') await publish(database, input)
  const found = await findConsolidated(database.db, buyer.id, itemId)
  const questions = found?.figures?.sections[0]?.questions ?? []
  return {
    figures: found?.figures,
    questionOf: (field: string) => questions.find(question => question.field === field),
  }
}

// shows: B4.11
it('people of both versions are counted together, and each question over those whose version has it', async () => {
  const { figures, questionOf } = await answered('nominative', { first: [2, 2, 2], second: [4] })
  expect(figures?.people).toBe(4)
  expect(figures?.sections[0]?.mean).toBe(2.5)
  expect(questionOf(stored)).toMatchObject({ mean: 2.5, people: 4 })
  expect(questionOf(dropped)).toBeUndefined()
  const fresh = questionOf(added)
  expect(fresh).toMatchObject({ mean: 4, people: 1 })
  expect(fresh?.distribution.map(({ option, people, share }) => [option, people, share])).toEqual([
    [1, 0, 0],
    [2, 0, 0],
    [3, 0, 0],
    [4, 1, 100],
    [5, 0, 0],
    [6, 0, 0],
  ])
})

it("a confidential purchase hides questions that only some people's version has", async () => {
  const { figures, questionOf } = await answered('confidential', { first: [1, 2, 3, 4, 5], second: [1, 2, 3, 4, 5, 5] })
  expect(figures?.people).toBeGreaterThanOrEqual(5)
  expect(questionOf(stored)?.mean).not.toBeNull()
  expect(questionOf(added)).toMatchObject({ mean: null, distribution: [] })
})

it('a purchase of one version is shown in that version', async () => {
  const { questionOf } = await answered('nominative', { first: [3, 3], second: [] })
  expect(questionOf(dropped)).toMatchObject({ mean: 3, people: 2 })
  expect(questionOf(added)).toBeUndefined()
  expect((await findQuestionnaire(database.db, 'agilidad', 2))?.version).toBe(2)
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { listClosedQuestions } from '#app/features/questionnaires/questionnaire.ts'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import { findResults } from '#app/features/results/find-results.server.ts'
import { chooseResultMode } from '#app/features/results/rounds/publish-results.server.ts'
import { completePeople } from '#tests/support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile, type TestProfile } from '#tests/support/factories.ts'
import { publish } from '#tests/support/published-rounds.ts'
import type { ActionPlan } from './action-plan.ts'
import { planned } from './plan.test-support.ts'

const { questionnaire, plan } = planned.find(({ id }) => id === 'dama-dmbok2') ?? { questionnaire: { sections: [] } }
const fields = listClosedQuestions(questionnaire).map(({ field }) => field)

let database: TestDatabase
let buyer: TestProfile
let productId: string

beforeAll(async () => {
  database = await cloneDatabase()
  buyer = await createProfile(database.ownerPool)
  productId = (await createProduct(database.ownerPool, { questionnaireId: 'dama-dmbok2' })).id
})
afterAll(() => database.close())

async function buy() {
  const purchase = { userId: buyer.id, productId, seats: 20, mode: 'business' } as const
  const { item_id } = await createPaidItem(database.ownerPool, purchase)
  return { itemId: item_id, userId: buyer.id }
}

/** People who all answer level 3, but for some questions. */
const answering = (...others: Record<string, number>[]) =>
  others.map(other => ({ answers: { ...Object.fromEntries(fields.map(field => [field, 3])), ...other } }))

const find = async (itemId: string) => {
  const found = await findConsolidated(database.db, buyer.id, itemId, { withPlan: true })
  return { plan: found?.plan, figures: found?.figures }
}

const questionIn = (made: ActionPlan | undefined, field: string) =>
  made?.questions.find(question => question.field === field)

const FIELD = 'q31_quality_metrics'
const OTHER = 'q21_security_policies'

it('the plan of a nominative purchase follows from its counts, targets and questionnaire, where it is requested', async () => {
  const item = await buy()
  await completePeople(
    database.ownerPool,
    item,
    answering(
      { [FIELD]: 1 },
      { [FIELD]: 1 },
      { [FIELD]: 2 },
      { [FIELD]: 2 },
      { [FIELD]: 2, [OTHER]: 6 },
      { [OTHER]: 6 },
    ),
  )
  const { plan: made, figures } = await find(item.itemId)
  expect(questionIn(made, FIELD)).toMatchObject({
    people: 6,
    reached: 2,
    kind: 'act',
    goal: 3,
    target: 4,
    importance: 3,
  })
  expect(questionIn(made, OTHER)).toMatchObject({ people: 4, few: true, kind: 'find_out' })
  const step = plan?.steps.find(({ field, to }) => field === FIELD && to === 3)
  const action = made?.actions.find(({ field }) => field === FIELD)
  expect(action).toMatchObject({ start: step?.start[2], step: { title: step?.title, evidence: step?.evidence } })
  expect(made?.audience).toBe('organisation')
  // The mean that impact is weighed by is the one that the page shows.
  const shown = figures?.sections.flatMap(({ questions }) => questions).find(({ field }) => field === FIELD)
  expect(questionIn(made, FIELD)?.mean).toBeCloseTo(11 / 6, 10)
  expect(shown?.mean).toBe(1.8)
  await database.ownerPool.query(`update order_items set section_targets = '{"7": 2}' where id = $1`, [item.itemId])
  expect(questionIn((await find(item.itemId)).plan, FIELD)).toMatchObject({ kind: null, target: 2 })
  expect(await findConsolidated(database.db, buyer.id, item.itemId)).toHaveProperty('plan', undefined)
})

it('the plan of a confidential purchase follows from its published round, and knows nothing of what has no detail', async () => {
  const item = await buy()
  await chooseResultMode(database.db, { ...item, mode: 'confidential' })
  // All are on one level in the questions that nobody answers otherwise, which would be each one's.
  await completePeople(
    database.ownerPool,
    item,
    answering({ [FIELD]: 1 }, { [FIELD]: 1 }, { [FIELD]: 2 }, { [FIELD]: 2 }, { [FIELD]: 2 }, { [FIELD]: 2 }),
  )
  expect((await find(item.itemId)).plan).toBeUndefined()
  await publish(database, item)
  const { plan: made } = await find(item.itemId)
  expect(made?.actions.map(({ field, goal }) => [field, goal])).toEqual([[FIELD, 3]])
  const others = made?.questions.filter(({ field }) => field !== FIELD) ?? []
  expect(new Set(others.map(({ reached, kind }) => `${reached} ${kind}`))).toEqual(new Set(['null null']))
  expect(others).toHaveLength(39)
})

it("one person's plan follows from the own levels, once they are all there", async () => {
  const item = await buy()
  const [access = ''] = await completePeople(database.ownerPool, item, answering({ [FIELD]: 1, [OTHER]: 6 }))
  const found = await findResults(database.db, buyer.id, access, { withPlan: true })
  const made = found.state === 'found' ? found.results.plan : undefined
  expect(questionIn(made, FIELD)).toMatchObject({ reached: 1, kind: 'act', goal: 3, few: false })
  expect(questionIn(made, OTHER)).toMatchObject({ reached: null, kind: 'find_out' })
  expect(await findResults(database.db, buyer.id, access)).not.toHaveProperty('results.plan.actions')
})

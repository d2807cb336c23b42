import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listClosedQuestions } from '#app/features/questionnaires/questionnaire.ts'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import { findResults } from '#app/features/results/find-results.server.ts'
import { planned } from '#app/features/results/plan/plan.test-support.ts'
import { answerAll, completePeople } from '#tests/support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile, type TestProfile } from '#tests/support/factories.ts'
import { NOBODY, OTHER } from './action-fields.ts'
import { MOST_ACTIONS, progressText, subjectKey } from './plan-actions.ts'
import { type ChangedForm, workForm } from './work-forms.server.ts'
import {
  addAction,
  answerProposal,
  beginPlan,
  changeAction,
  hideAction,
  moveAction,
  type Working,
} from './work-on-plan.server.ts'

const { questionnaire } = planned.find(({ id }) => id === 'dama-dmbok2') ?? { questionnaire: { sections: [] } }
const fields = listClosedQuestions(questionnaire).map(({ field }) => field)
const FIELD = fields[30] ?? ''
const OTHER_FIELD = fields[20] ?? ''

let database: TestDatabase
let buyer: TestProfile
let productId: string
const now = new Date()
beforeAll(async () => {
  database = await cloneDatabase(4)
  buyer = await createProfile(database.ownerPool)
  productId = (await createProduct(database.ownerPool, { questionnaireId: 'dama-dmbok2' })).id
})
afterAll(() => database.close())

/** A purchase in which people answer level 4, but for some questions. */
async function buy(...others: Record<string, number>[]) {
  const purchase = { userId: buyer.id, productId, seats: 20, mode: 'business' } as const
  const { item_id, owner_access_id } = await createPaidItem(database.ownerPool, purchase)
  const answer = (more: Record<string, number>[]) =>
    completePeople(
      database.ownerPool,
      { itemId: item_id, userId: buyer.id },
      more.map(other => ({ answers: { ...Object.fromEntries(fields.map(field => [field, 4])), ...other } })),
    )
  if (others.length > 0) await answer(others)
  const working: Working = { userId: buyer.id, of: { itemId: item_id }, now }
  return { itemId: item_id, accessId: owner_access_id, working, answer }
}

const planOf = async (itemId: string, userId = buyer.id) => {
  const found = await findConsolidated(database.db, userId, itemId, { withPlan: true })
  if (!found?.plan?.work) throw new Error('There is no plan')
  return { ...found.plan, work: found.plan.work }
}

const form = (id: string, version: number, more: Partial<ChangedForm> = {}): ChangedForm => ({
  id,
  version,
  owner: NOBODY,
  owner_name: '',
  owner_email: '',
  due_on: null,
  state: 'todo',
  dropped_reason: '',
  note: '',
  ...more,
})

const added = (title: string) => ({ title, owner: NOBODY, owner_name: '', owner_email: '', due_on: null, note: '' })

const idsOf = async (itemId: string) => (await planOf(itemId)).work.actions.map(({ id }) => id)

describe('working with the plan of a purchase', () => {
  it('begins with what the answers ask for, once, however often it is pressed', async () => {
    const { itemId, working } = await buy({ [FIELD]: 1, [OTHER_FIELD]: 2 }, { [FIELD]: 2, [OTHER_FIELD]: 2 })
    const before = await planOf(itemId)
    expect(before.work).toMatchObject({ edits: true, actions: [], proposals: [] })
    expect(await Promise.all(Array.from({ length: 8 }, () => beginPlan(database.db, working)))).toEqual(
      Array.from({ length: 8 }, () => true),
    )
    const after = await planOf(itemId)
    expect(after.work.actions.map(({ subject }) => subject && subjectKey(subject))).toEqual(
      before.actions.map(subjectKey),
    )
    expect(after.work.proposals).toEqual([])
    expect(after.actions).toEqual(before.actions)
    expect(progressText(after.work)).toBe(`0 de ${before.actions.length} acciones hechas`)
  })

  it('keeps what was changed when new answers ask for something else, and proposes it', async () => {
    const { itemId, working, answer } = await buy({ [FIELD]: 3 }, { [FIELD]: 3 })
    await beginPlan(database.db, working)
    const [first] = (await planOf(itemId)).work.actions
    if (!first) throw new Error('There is no action')
    const changed = form(first.id, first.version, {
      owner: OTHER,
      owner_name: 'Rosa Díaz',
      owner_email: 'rosa@example.cl',
      due_on: '2026-01-31',
      state: 'doing',
      note: 'Con Finanzas.',
    })
    expect(await changeAction(database.db, { ...working, form: changed })).toBe(true)
    await answer(Array.from({ length: 8 }, () => ({ [OTHER_FIELD]: 3 })))
    const { work, actions } = await planOf(itemId)
    expect(work.actions).toHaveLength(1)
    expect(work.actions[0]).toMatchObject({
      title: first.title,
      subject: first.subject,
      owner: { name: 'Rosa Díaz', email: 'rosa@example.cl' },
      due_on: '2026-01-31',
      state: 'doing',
      note: 'Con Finanzas.',
      isAsked: false,
      overdue: now > new Date('2026-02-01T03:00:00Z'),
    })
    expect(work.actions[0]?.action?.step?.title).toBe(first.title)
    expect(actions).toHaveLength(1)
    const [proposal] = work.proposals
    expect(proposal?.field).toBe(OTHER_FIELD)
    if (!proposal) throw new Error('Nothing is proposed')
    const key = subjectKey(proposal)
    expect(await answerProposal(database.db, { ...working, proposal: key, accept: true })).toBe(true)
    await expect(answerProposal(database.db, { ...working, proposal: key, accept: true })).rejects.toThrow('ya no está')
    expect((await planOf(itemId)).work).toMatchObject({ actions: [{}, { place: 2, isAsked: true }], proposals: [] })
  })

  it('a proposal that was discarded is hidden with its reason and is not proposed again', async () => {
    const { itemId, working, answer } = await buy({ [FIELD]: 3 })
    await beginPlan(database.db, working)
    await answer(Array.from({ length: 4 }, () => ({ [OTHER_FIELD]: 3 })))
    const [proposal] = (await planOf(itemId)).work.proposals
    if (!proposal) throw new Error('Nothing is proposed')
    await answerProposal(database.db, { ...working, proposal: subjectKey(proposal), accept: false })
    const { work } = await planOf(itemId)
    expect(work.proposals).toEqual([])
    expect(work.actions.at(-1)).toMatchObject({ state: 'dropped', hidden: true, place: null })
  })

  it('two people who change one action at once: the second sees what the first wrote, and loses nothing', async () => {
    const { itemId, working } = await buy({ [FIELD]: 1 })
    await beginPlan(database.db, working)
    const [action] = (await planOf(itemId)).work.actions
    if (!action) throw new Error('There is no action')
    const notes = ['Primero', 'Después']
    const answers = await Promise.all(
      notes.map(note => changeAction(database.db, { ...working, form: form(action.id, action.version, { note }) })),
    )
    const conflicts = answers.flatMap(answer => (typeof answer === 'object' ? [answer.conflict] : []))
    expect(conflicts).toHaveLength(1)
    const [stored] = (await planOf(itemId)).work.actions
    expect(conflicts[0]).toMatchObject({ version: action.version + 1, note: stored?.note })
    expect(notes).toContain(stored?.note)
  })

  it('adds, reorders, hides and shows, and refuses more than fit', async () => {
    const { itemId, working } = await buy({ [FIELD]: 1, [OTHER_FIELD]: 1 })
    await addAction(database.db, { ...working, form: added('Contratar una asesoría') })
    const ids = await idsOf(itemId)
    expect(ids).toHaveLength(3)
    const [first = '', second = '', third = ''] = ids
    await moveAction(database.db, { ...working, id: third, by: -1 })
    expect(await idsOf(itemId)).toEqual([first, third, second])
    await hideAction(database.db, { ...working, id: third, hidden: true })
    await moveAction(database.db, { ...working, id: first, by: 1 })
    const moved = (await planOf(itemId)).work.actions.filter(({ hidden }) => !hidden).map(({ id }) => id)
    expect(moved).toEqual([second, first])
    await moveAction(database.db, { ...working, id: first, by: 1 })
    await hideAction(database.db, { ...working, id: third, hidden: false })
    expect((await planOf(itemId)).work.actions.map(({ place }) => place)).toEqual([1, 2, 3])
    await database.ownerPool.query(
      `insert into plan_actions (order_item_id, title, position, created_at)
       select $1, 'Acción ' || place, place, $2 from generate_series(4, $3::integer) place`,
      [itemId, now, MOST_ACTIONS],
    )
    await expect(addAction(database.db, { ...working, form: added('Una más') })).rejects.toThrow('hasta 60 acciones')
  })

  it('takes one of its people by address, with the name that is known', async () => {
    const { itemId, working } = await buy({ [FIELD]: 1 })
    await beginPlan(database.db, working)
    const { work } = await planOf(itemId)
    const [action] = work.actions
    const person = work.people.find(({ name }) => name === 'Persona 1')
    if (!action || !person?.email) throw new Error('There is nobody')
    await changeAction(database.db, { ...working, form: form(action.id, 1, { owner: person.email, state: 'done' }) })
    expect((await planOf(itemId)).work.actions[0]).toMatchObject({ owner: person, state: 'done' })
    const stranger = form(action.id, 2, { owner: 'otra@example.cl' })
    await expect(changeAction(database.db, { ...working, form: stranger })).rejects.toThrow('elige otra')
  })

  it("is nobody else's to change", async () => {
    const { itemId, working } = await buy({ [FIELD]: 1 })
    const other = { ...working, userId: (await createProfile(database.ownerPool)).id }
    expect(await beginPlan(database.db, other)).toBe(false)
    await beginPlan(database.db, working)
    const [id = ''] = await idsOf(itemId)
    expect(await changeAction(database.db, { ...other, form: form(id, 1) })).toBe(false)
    expect(await hideAction(database.db, { ...other, id, hidden: true })).toBe(false)
    const { working: another } = await buy({ [FIELD]: 1 })
    await expect(hideAction(database.db, { ...another, id, hidden: true })).rejects.toThrow('ya no existe')
  })
})

it("one person works with the own plan; whoever reads that person's results sees the plan of the answers", async () => {
  const { itemId, accessId, answer } = await buy()
  await answerAll(database.ownerPool, 'dama-dmbok2', [accessId], [{ answers: { [FIELD]: 1 } }])
  const own: Working = { userId: buyer.id, of: { accessId }, now }
  expect(await beginPlan(database.db, own)).toBe(true)
  const find = (access: string) => findResults(database.db, buyer.id, access, { withPlan: true })
  expect(await find(accessId)).toMatchObject({ results: { plan: { work: { edits: true, actions: [{ place: 1 }] } } } })
  expect((await planOf(itemId)).work.actions).toEqual([])
  const [invited = ''] = await answer([{ [FIELD]: 1 }])
  expect(await beginPlan(database.db, { ...own, of: { accessId: invited } })).toBe(false)
  const others = await find(invited)
  expect(others.state === 'found' && others.results.plan?.work).toBeUndefined()
})

it('a form that lacks a reason, a name or a day is refused at its field', () => {
  const parse = (more: Record<string, string>) => {
    const parsed = workForm.safeParse({
      intent: 'plan-change',
      id: crypto.randomUUID(),
      version: '1',
      state: 'todo',
      ...more,
    })
    return parsed.success ? [] : parsed.error.issues.map(({ path }) => path[0])
  }
  expect(parse({})).toEqual([])
  expect(parse({ state: 'dropped' })).toEqual(['dropped_reason'])
  expect(parse({ owner: OTHER, owner_email: 'rosa@' })).toEqual(['owner_name', 'owner_email'])
  expect(parse({ owner: NOBODY, owner_email: 'rosa@' })).toEqual([])
  expect(parse({ due_on: '2026-02-30' })).toEqual(['due_on'])
  expect(parse({ due_on: '1999-12-31' })).toEqual(['due_on'])
  expect(parse({ note: 'a'.repeat(2001) })).toEqual(['note'])
  expect(parse({ title: ' ' })).toEqual(['title'])
})

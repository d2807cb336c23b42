import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { QuestionnairePlan } from '#app/features/questionnaires/plan.ts'
import { planProblems, planSchema } from '#app/features/questionnaires/plan-schema.server.ts'
import { findQuestionnaire, findWrittenPlan } from '#app/features/questionnaires/questionnaires.server.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProfile } from '#tests/support/factories.ts'
import { draftForm } from './draft-schema.server.ts'
import { findDraft, findDraftPlan } from './drafts.server.ts'
import {
  createQuestionnaire,
  type Editor,
  findPublication,
  publishDraft,
  saveDraft,
  startDraft,
} from './edit-draft.server.ts'
import { importQuestionnaire, readImport } from './import-questionnaire.server.ts'

let database: TestDatabase
let editor: Editor

beforeAll(async () => {
  database = await cloneDatabase()
  editor = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
})
afterAll(() => database.close())

const readDraft = async (questionnaireId: string) => {
  const draft = await asActor(database.db, editor, tx => findDraft(tx, questionnaireId))
  if (!draft) throw new Error('There is no draft')
  return draft
}
async function readPlan(questionnaireId: string): Promise<QuestionnairePlan> {
  const plan = await asActor(database.db, editor, tx => findDraftPlan(tx, questionnaireId))
  if (!plan) throw new Error('The draft has no plan')
  return plan
}

async function send(questionnaireId: string, section: number, intent: string, form: Record<string, string> = {}) {
  const { revision } = await readDraft(questionnaireId)
  const saved = await saveDraft(database, {
    ...draftForm.parse({ section, intent, revision }),
    editor,
    questionnaireId,
    form,
  })
  if (!saved.ok) throw new Error(saved.error.code)
}

const publish = async (questionnaireId: string) =>
  publishDraft(database, { editor, questionnaireId, revision: (await readDraft(questionnaireId)).revision })

/** The fields that a plan has anything for, with the sections of its decisions. */
const covered = ({ steps, decisions, facilitator }: QuestionnairePlan) => ({
  steps: new Set(steps.map(({ field }) => field)),
  needs: new Set(steps.flatMap(({ needs }) => needs.map(({ field }) => field))),
  facilitator: new Set(Object.keys(facilitator)),
  decisions: decisions.map(({ section }) => section),
})

it("starts with the published version's plan, and a version of the back office carries its own", async () => {
  const published = await findWrittenPlan(database.db, 'cultura-analitica', 1)
  await startDraft(database, { editor, questionnaireId: 'cultura-analitica' })
  expect(await readPlan('cultura-analitica')).toEqual(published)
  const removed = (await readDraft('cultura-analitica')).content.sections[0]?.questions[1]?.field ?? ''
  await send('cultura-analitica', 1, `remove:${removed}`)
  expect((await findPublication(database.db, editor, 'cultura-analitica'))?.problems).toEqual([])
  expect(await publish('cultura-analitica')).toEqual({ version: 2 })
  const next = await findWrittenPlan(database.db, 'cultura-analitica', 2)
  expect(next?.steps).toEqual(published?.steps.filter(({ field }) => field !== removed))
  expect(await findWrittenPlan(database.db, 'cultura-analitica', 1)).toEqual(published)
})

it('loses what is about a removed question, with the needs that lead to it', async () => {
  await startDraft(database, { editor, questionnaireId: 'ia-madurez' })
  const { sections } = (await readDraft('ia-madurez')).content
  const needed = covered(await readPlan('ia-madurez')).needs
  const [section, removed] = sections.flatMap(({ id, questions }) =>
    questions.filter(({ field }) => needed.has(field)).map(({ field }) => [id, field] as const),
  )[0] ?? [0, '']
  await send('ia-madurez', section, `remove:${removed}`)
  const left = covered(await readPlan('ia-madurez'))
  expect(left.steps.size).toBe(15)
  for (const fields of [left.steps, left.needs, left.facilitator]) expect(fields).not.toContain(removed)
})

it('follows new names of questions and the order of sections, and stays as it was while texts are typed', async () => {
  await createQuestionnaire(database, {
    editor,
    id: 'agilidad-propia',
    title: 'Agilidad propia',
    start: { copyOf: 'agilidad' },
  })
  const before = await readPlan('agilidad-propia')
  expect(before).toEqual(await findWrittenPlan(database.db, 'agilidad', 1))
  const field = (await readDraft('agilidad-propia')).content.sections[0]?.questions[0]?.field ?? ''
  await send('agilidad-propia', 1, 'save', { [`${field}.text`]: 'Otra pregunta' })
  expect(await readPlan('agilidad-propia')).toEqual(before)
  await send('agilidad-propia', 1, 'save', { [`${field}.field`]: 'q77_otro_nombre' })
  const renamed = await readPlan('agilidad-propia')
  expect(renamed.steps).toHaveLength(before.steps.length)
  expect(covered(renamed).steps).toContain('q77_otro_nombre')
  expect(covered(renamed).facilitator).not.toContain(field)
  const titles = ({ decisions }: QuestionnairePlan) => decisions.map(({ title }) => title)
  const [one, two, three, ...rest] = titles(before)
  await send('agilidad-propia', 2, 'section-up')
  expect(titles(await readPlan('agilidad-propia'))).toEqual([two, one, three, ...rest])
  await send('agilidad-propia', 1, 'remove-section')
  const after = await readPlan('agilidad-propia')
  expect(titles(after)).toEqual([one, three, ...rest])
  expect(after.decisions.map(({ section }) => section)).toEqual([1, 2, 3])
  const { content } = await readDraft('agilidad-propia')
  expect(planProblems(after, content)).toEqual([])
  expect(planSchema.safeParse(after).success).toBe(true)
})

it('is kept by an imported file, for the questions that the file has', async () => {
  const file = JSON.parse(await readFile('content/liderazgo-360.es.json', 'utf8'))
  const [first, ...sections] = file.sections
  const [gone, ...questions] = first.questions
  const read = readImport(JSON.stringify({ ...file, sections: [{ ...first, questions }, ...sections] }))
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  await importQuestionnaire(database, { editor, content: read.content, replaces: undefined })
  const published = await findWrittenPlan(database.db, 'liderazgo-360', 1)
  expect((await readPlan('liderazgo-360')).steps).toEqual(published?.steps.filter(({ field }) => field !== gone.field))
})

it('may be missing: a new questionnaire has none and is published without', async () => {
  await createQuestionnaire(database, { editor, id: 'sin-plan', title: 'Sin plan', start: { levels: 'blank' } })
  expect(await asActor(database.db, editor, tx => findDraftPlan(tx, 'sin-plan'))).toBeUndefined()
  expect(await findWrittenPlan(database.db, 'sin-plan', 1)).toBeUndefined()
})

it('is not part of what respondents and product pages read', async () => {
  expect(await findQuestionnaire(database.db, 'dama-dmbok2', 1)).not.toHaveProperty('plan')
  const { rows } = await database.ownerPool.query(
    `select version.questionnaire_id from questionnaire_versions version
     where version.version = 1 and (version.content ? 'plan' or version.plan is null)`,
  )
  expect(rows).toEqual([])
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { QuestionnairePlan } from '#app/features/questionnaires/plan.ts'
import { planSchema } from '#app/features/questionnaires/plan-schema.server.ts'
import { findWrittenPlan } from '#app/features/questionnaires/questionnaires.server.ts'
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
import { importQuestionnaire, planImport, readImport } from './import-questionnaire.server.ts'

let database: TestDatabase
let editor: Editor

beforeAll(async () => {
  database = await cloneDatabase()
  editor = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
})
afterAll(() => database.close())

async function readDraft(questionnaireId: string) {
  const draft = await asActor(database.db, editor, async tx => ({
    draft: await findDraft(tx, questionnaireId),
    plan: await findDraftPlan(tx, questionnaireId),
  }))
  if (!draft.draft) throw new Error('There is no draft')
  return { ...draft.draft, plan: draft.plan }
}

const copy = (id: string, source: string) =>
  createQuestionnaire(database, { editor, id, title: id, start: { copyOf: source } })

async function save(
  questionnaireId: string,
  form: Record<string, string>,
  { intent = 'save', section = 0, revision }: { intent?: string; section?: number; revision?: number } = {},
) {
  const seen = revision ?? (await readDraft(questionnaireId)).revision
  return saveDraft(database, { ...draftForm.parse({ section, intent, revision: seen }), editor, questionnaireId, form })
}

async function saved(...input: Parameters<typeof save>) {
  const outcome = await save(...input)
  if (!outcome.ok) throw new Error(outcome.error.code)
  return outcome.value
}

const stepOf = (plan: QuestionnairePlan | undefined, field: string, to: number) =>
  plan?.steps.find(step => step.field === field && step.to === to)

/** The controls of a whole step. */
const written = (field: string, to: 3 | 4 | 5, texts: Record<string, string> = {}): Record<string, string> => {
  const starts: Record<string, string> =
    to === 3
      ? { 'start.1': 'Anota quién lo hace hoy.', 'start.2': 'Pregunta a cada área cómo lo hace.' }
      : { [`start.${to - 1}`]: 'Revisa el registro del mes.' }
  const parts: Record<string, string> = {
    title: 'Escribir quién decide',
    why: 'Sin eso nadie responde.',
    ...starts,
    'how.0': 'Reúne a las personas.',
    'how.1': 'Escribe una página.',
    'how.2': 'Publícala con su fecha.',
    evidence: 'La página con su fecha.',
    'owner.role': 'Gerencia',
    'owner.with': '',
    'owner.small': '',
    'effort.band': 'S',
    'effort.days.0': '0,5',
    'effort.days.1': '2',
    'effort.money': '',
    horizon: '30',
    'indicator.name': 'Páginas',
    'indicator.formula': 'páginas publicadas',
    'indicator.target': 'una a los 30 días',
    'indicator.every': 'mes',
    needs: '0',
    law: '',
    ...texts,
  }
  return Object.fromEntries(Object.entries(parts).map(([path, text]) => [`plan-step.${field}.${to}.${path}`, text]))
}

it('is written for a questionnaire that has none, and is published with the version', async () => {
  await createQuestionnaire(database, { editor, id: 'nuevo', title: 'Nuevo', start: { levels: 'organization' } })
  await saved('nuevo', {}, { intent: 'add-section' })
  const { content } = await readDraft('nuevo')
  const field = content.sections[0]?.questions[0]?.field ?? ''
  expect((await readDraft('nuevo')).plan).toBeUndefined()
  await saved('nuevo', {}, { intent: `add-step:${field}:3` })
  const incomplete = await saved('nuevo', {
    'plan-note': 'Supone una empresa de 30 personas.',
    'plan-audience': 'team',
  })
  const own = incomplete.problems.filter(({ control }) => control?.startsWith('plan-step'))
  expect(own).toContainEqual({
    section: 1,
    field,
    control: `plan-step.${field}.3.title`,
    text: 'Sección 1, pregunta 1, paso al nivel 3, título: falta el texto.',
    reason: 'Falta el texto.',
  })
  expect(own.map(({ control }) => control)).toContain(`plan-step.${field}.3.effort.days.0`)
  const complete = await saved('nuevo', written(field, 3))
  expect(complete.problems.filter(({ control }) => control?.startsWith('plan-'))).toEqual([])
  const { plan } = await readDraft('nuevo')
  expect(planSchema.parse(plan)).toEqual(plan)
  expect(plan).toMatchObject({
    audience: 'team',
    steps: [{ field, to: 3, owner: { role: 'Gerencia', with: null, small: null }, effort: { days: [0.5, 2] } }],
  })
})

it('says each limit at its field, keeps what was typed, and is not published until it is mended', async () => {
  await copy('limites', 'agilidad')
  const [{ field } = { field: '' }] = (await readDraft('limites')).content.sections[0]?.questions ?? []
  const control = (path: string) => `plan-step.${field}.3.${path}`
  const { problems } = await saved(
    'limites',
    written(field, 3, {
      title: 'x'.repeat(63),
      why: 'corto',
      'owner.role': 'y',
      'effort.days.0': '9',
      'effort.days.1': '3',
      needs: '2',
      'needs.0.question': '',
      'needs.0.why': 'porque sí',
      'needs.1.question': field,
      'needs.1.level': '4',
      'needs.1.why': 'se necesita',
    }),
  )
  const reasons = Object.fromEntries(problems.map(({ control: name, reason }) => [name, reason]))
  expect(reasons).toMatchObject({
    [control('title')]: 'Puede tener hasta 62 caracteres.',
    [control('why')]: 'Escribe al menos 8 caracteres.',
    [control('owner.role')]: 'Escribe al menos una palabra.',
    [control('needs.0.question')]: 'Elige una pregunta, o borra su motivo.',
    [control('needs.1.question')]: 'Se necesita a sí mismo.',
  })
  expect(stepOf((await readDraft('limites')).plan, field, 3)?.title).toBe('x'.repeat(63))
  const { revision } = await readDraft('limites')
  const publish = () => publishDraft(database, { editor, questionnaireId: 'limites', revision })
  await expect(publish()).rejects.toThrow('El borrador todavía no está completo.')
  const mended = await saved(
    'limites',
    written(field, 3, {
      'effort.days.0': '9',
      'effort.days.1': '3',
      needs: '1',
      'needs.0.question': field,
      'needs.0.level': '4',
      'needs.0.why': 'se necesita',
    }),
  )
  expect(mended.problems.map(({ control: name, reason }) => [name, reason])).toEqual([
    [control('effort.days.1'), 'El máximo de días es menor que el mínimo.'],
    [control('needs.0.question'), 'Se necesita a sí mismo.'],
    ['plan-steps', expect.stringContaining('en círculo')],
  ])
})

it('takes a text of one paragraph, days as people write them, and nothing about questions that there are not', async () => {
  await copy('textos', 'agilidad')
  const [{ field } = { field: '' }] = (await readDraft('textos')).content.sections[0]?.questions ?? []
  await saved('textos', {
    ...written(field, 4, {
      why: '  Sin eso\r\nnadie   responde.',
      'effort.days.0': '1.5',
      horizon: '31',
      'indicator.every': 'día',
    }),
    'plan-talk.q99_otra': '¿Qué hicieron la semana pasada?',
    'plan-talk.constructor': '¿Qué hicieron la semana pasada?',
    'plan-step.q99_otra.3.title': 'Un paso de otra pregunta',
    'plan-audience': 'nadie',
  })
  const { plan } = await readDraft('textos')
  expect(stepOf(plan, field, 4)).toMatchObject({ why: 'Sin eso nadie responde.', effort: { days: [1.5, 2] } })
  expect(stepOf(plan, field, 4)).toMatchObject({
    horizon: expect.any(Number),
    indicator: { every: expect.any(String) },
  })
  expect(Object.keys(plan?.facilitator ?? {})).not.toContain('q99_otra')
  expect(Object.hasOwn(plan?.facilitator ?? {}, 'constructor')).toBe(false)
  expect(plan?.audience).toBe('team')
  expect(await saved('textos', {}, { intent: 'add-step:q99_otra:3' })).toBeDefined()
  expect((await readDraft('textos')).plan).toEqual(plan)
  await expect(saved('textos', written(field, 4, { why: 'x'.repeat(2001) }))).rejects.toThrow('caben 2.000')
})

it('removes a step, a decision and a question to talk of which nothing is left', async () => {
  await copy('quitados', 'agilidad')
  const before = (await readDraft('quitados')).plan
  const [{ field } = { field: '' }] = (await readDraft('quitados')).content.sections[0]?.questions ?? []
  await saved('quitados', {}, { intent: `remove-step:${field}:4` })
  await saved('quitados', { [`plan-talk.${field}`]: '  ' })
  const empty = { 'plan-decision.title': '', 'plan-decision.ask': ' ', 'plan-decision.when': '' }
  await saved('quitados', empty, { section: 1 })
  const after = (await readDraft('quitados')).plan
  expect(stepOf(after, field, 4)).toBeUndefined()
  expect(after?.steps).toHaveLength((before?.steps.length ?? 0) - 1)
  expect(Object.keys(after?.facilitator ?? {})).toHaveLength(Object.keys(before?.facilitator ?? {}).length - 1)
  expect(after?.decisions).toEqual(before?.decisions.filter(({ section }) => section !== 1))
  await saved('quitados', {}, { intent: `add-step:${field}:4` })
  const order = (await readDraft('quitados')).plan?.steps.filter(step => step.field === field).map(({ to }) => to)
  expect(order).toEqual([3, 4, 5])
})

it('is refused to an editor of an older revision, as questions are, and of two at once one is stored', async () => {
  await copy('dos-personas', 'agilidad')
  const { revision, content } = await readDraft('dos-personas')
  const [{ field } = { field: '' }] = content.sections[0]?.questions ?? []
  const outcomes = await Promise.all(
    ['Un título escrito por una', 'Un título escrito por otra'].map(title =>
      save('dos-personas', { [`plan-step.${field}.3.title`]: title }, { revision }),
    ),
  )
  expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'changed_meanwhile' } })
  const stored = stepOf((await readDraft('dos-personas')).plan, field, 3)
  await save('dos-personas', { 'plan-note': 'Lo que supone, escrito después.' }, { revision })
  expect((await readDraft('dos-personas')).plan?.note).not.toContain('después')
  expect(stepOf((await readDraft('dos-personas')).plan, field, 3)).toEqual(stored)
})

it('is a change that can be published alone, with what it says before and after', async () => {
  await startDraft(database, { editor, questionnaireId: 'cultura-analitica' })
  const published = await findWrittenPlan(database.db, 'cultura-analitica', 1)
  const [step] = published?.steps ?? []
  const { field = '', title = '' } = step ?? {}
  expect((await findPublication(database.db, editor, 'cultura-analitica'))?.changes).toEqual([])
  await saved('cultura-analitica', { [`plan-step.${field}.3.title`]: 'Escribir quién decide con qué dato' })
  expect((await findPublication(database.db, editor, 'cultura-analitica'))?.changes).toEqual([
    {
      section: 1,
      where: `Pregunta ${field}, paso al nivel 3, título`,
      kind: 'changed',
      before: title,
      after: 'Escribir quién decide con qué dato',
    },
  ])
  const { revision } = await readDraft('cultura-analitica')
  expect(await publishDraft(database, { editor, questionnaireId: 'cultura-analitica', revision })).toEqual({
    version: 2,
  })
  const next = await findWrittenPlan(database.db, 'cultura-analitica', 2)
  expect(next?.steps).toEqual(
    published?.steps.map(each => (each === step ? { ...each, title: 'Escribir quién decide con qué dato' } : each)),
  )
  expect(await findWrittenPlan(database.db, 'cultura-analitica', 1)).toEqual(published)
})

it('comes with an imported file, and what the editor could not correct is refused', async () => {
  await copy('de-archivo', 'agilidad')
  const { content, plan } = await readDraft('de-archivo')
  if (!plan) throw new Error('The draft has no plan')
  const file = (changed: unknown) => JSON.stringify({ ...content, id: 'traido', plan: changed })
  const [step, ...steps] = plan.steps
  const read = readImport(file({ ...plan, steps: [{ ...step, title: 'x' }, ...steps] }))
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  const preview = await planImport(database.db, editor, read)
  expect(preview.problems.map(({ text }) => text)).toEqual([
    'Sección 1, pregunta 1, paso al nivel 3, título: escribe al menos 8 caracteres.',
  ])
  await importQuestionnaire(database, { ...read, editor, replaces: undefined })
  expect((await readDraft('traido')).plan?.steps).toEqual([{ ...step, title: 'x' }, ...steps])
  const texts = (changed: unknown) => {
    const refused = readImport(file(changed))
    return 'problems' in refused ? refused.problems.map(({ text }) => text) : []
  }
  expect(texts({ ...plan, steps: [step, ...plan.steps] })).toEqual([
    `El plan tiene dos veces: ${step?.field} al nivel 3.`,
  ])
  expect(texts({ ...plan, steps: [{ ...step, field: 'q99_otra' }] })[0]).toContain('q99_otra')
  expect(texts({ ...plan, steps: 3 })).toEqual(['El plan no tiene el formato que corresponde.'])
  expect(texts(null)).toEqual([])
})

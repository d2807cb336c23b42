import { afterAll, beforeAll, expect, test } from 'vitest'
import { listOfferedQuestionnaires } from '#app/features/catalogue/admin/edited-product.server.ts'
import { draftForm } from '#app/features/questionnaires/drafts/draft-schema.server.ts'
import { findDraft } from '#app/features/questionnaires/drafts/drafts.server.ts'
import {
  createQuestionnaire,
  type Editor,
  publishDraft,
  saveDraft,
} from '#app/features/questionnaires/drafts/edit-draft.server.ts'
import { listClosedQuestions, type Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { type AnsweringActor, findNewestQuestionnaire } from '#app/features/questionnaires/questionnaires.server.ts'
import { findHeldAccess, findStage } from '#app/features/questionnaires/respond/find-stage.server.ts'
import { beginRun } from '#app/features/questionnaires/runs/begin-run.server.ts'
import { completeRun } from '#app/features/questionnaires/runs/complete-run.server.ts'
import { openAccess } from '#app/features/questionnaires/runs/respondent-session.server.ts'
import { saveAnswers } from '#app/features/questionnaires/runs/save-answer.server.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { digestOf } from '#app/platform/secrets/shop-secrets.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile } from '#tests/support/factories.ts'
import { createInvited, DETAILS, these } from '#tests/support/respondents.ts'
import { findConsolidated } from './consolidated/find-consolidated.server.ts'
import { findResults } from './find-results.server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

const START = new Date()
const END = new Date(START.getTime() + 754_000)

/** In each section the levels 1 to 5 over and over, and 'No sé' at the sixth question. */
const optionOf = (index: number): number => (index === 5 ? 6 : (index % 5) + 1)

/** What the respondent's screens do with an invitation, from code to end. */
async function answer(slug: string) {
  const { invitation, buyer, item } = await createInvited(database.ownerPool, slug)
  const opened = await openAccess(
    database,
    { email: invitation.email, access_code: invitation.code, address: '192.0.2.1', browser: 'navegador' },
    START,
  )
  if (!opened.ok) throw new Error(opened.error.code)
  const actor: AnsweringActor = { kind: 'respondent', sessionHash: digestOf(opened.value.token) }
  const accessId = invitation.id
  const begun = await beginRun(database.db, {
    actor,
    accessId,
    details: DETAILS,
    userId: undefined,
    privacyNoticeVersion: '1',
    promised: 'nominative',
    now: START,
  })
  if (!begun.ok) throw new Error(begun.error.code)
  return { actor, accessId, runId: begun.value.runId, buyerId: buyer.id, itemId: item.item_id }
}

const answersOf = ({ sections }: Questionnaire) =>
  sections.flatMap((section, index) => [
    ...section.questions.map(({ field }, position) => ({ section: index + 1, field, value: optionOf(position) })),
    ...section.openQuestions.map(({ field }) => ({ section: index + 1, field, value: `Texto de ${field}` })),
  ])

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

// shows: A2.47
test.each([
  'agilidad',
  'alfabetizacion-datos',
  'ciberseguridad-pyme',
  'competencias-product-owner',
  'cultura-analitica',
  'dama-assessment',
  'estilo-comunicacion-lider',
  'experiencia-digital-cliente',
  'ia-generativa-profesionales',
  'ia-madurez',
  'ia-uso-responsable',
  'liderazgo-360',
  'madurez-digital',
  'seguridad-psicologica-equipos',
])('%s is answered from the code to its results', checkAnswered)

// shows: A2.47
test('a questionnaire made in the editor is offered for products, and answered like the others', async () => {
  const editor: Editor = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
  const questionnaireId = 'ventas-consultivas'
  const create = { editor, id: questionnaireId, title: 'Ventas consultivas', start: { levels: 'person' } } as const
  await createQuestionnaire(database, create)
  const save = async (section: number, intent: string, form: Record<string, string>) => {
    const draft = await asActor(database.db, editor, tx => findDraft(tx, questionnaireId))
    const requested = draftForm.parse({ ...form, section, intent, revision: draft?.revision })
    const saved = await saveDraft(database, { ...requested, editor, questionnaireId, form })
    if (!saved.ok) throw new Error(saved.error.code)
    return saved.value
  }
  await save(0, 'add-section', { intro: 'Cómo vendes.' })
  await save(1, 'add-question', sectionTexts('Escuchar', 'q1_pregunta'))
  await save(1, 'scale:q2_pregunta', { 'q2_pregunta.text': '¿Preguntas?', 'q2_pregunta.scale': 'frecuencia' })
  await save(1, 'add-open', {})
  await save(1, 'add-section', { 'abierta_1.text': '¿Qué te cuesta?' })
  const { revision, problems } = await save(2, 'save', sectionTexts('Proponer', 'q3_pregunta'))
  expect(problems).toEqual([])
  const choices = () => listOfferedQuestionnaires(database.db)
  expect((await choices()).map(({ id }) => id)).not.toContain(questionnaireId)
  await expect(createProduct(database.ownerPool, { questionnaireId })).rejects.toMatchObject({
    constraint: 'assessments_questionnaire_published',
  })
  expect(await publishDraft(database, { editor, questionnaireId, revision })).toEqual({ version: 1 })
  expect(await choices()).toContainEqual({
    id: questionnaireId,
    title: 'Ventas consultivas',
    versions: [{ version: 1, minutes: 1 }],
  })
  const { slug } = await createProduct(database.ownerPool, { questionnaireId })
  await checkAnswered(slug)
})

/** The form of a section with one question, whose options are written out. */
const sectionTexts = (title: string, field: string): Record<string, string> => ({
  title,
  description: `Sobre ${title}`,
  targetLevel: '4',
  [`${field}.text`]: `¿${title}?`,
  ...Object.fromEntries([1, 2, 3, 4, 5].map(level => [`${field}.option.${level}`, `${title} ${level}`])),
  ...Object.fromEntries([1, 2, 3, 4, 5].map(level => [`recommendations.${level}`, `Paso ${level}`])),
})

async function checkAnswered(slug: string) {
  const { rows } = await database.ownerPool.query<{ questionnaire_id: string }>(
    'select questionnaire_id from assessments where slug = $1',
    [slug],
  )
  const questionnaire = await findNewestQuestionnaire(database.db, rows[0]?.questionnaire_id ?? '')
  if (!questionnaire) throw new Error(`${slug} has no questionnaire`)
  const { actor, accessId, runId, buyerId, itemId } = await answer(slug)

  const input = answersOf(questionnaire)
  for (const [seq, { section, field, value }] of input.entries()) {
    const saved = await saveAnswers(database, actor, {
      runId,
      accessId,
      questionnaireId: questionnaire.id,
      questionnaireVersion: questionnaire.version,
      answers: [{ field, value, seq: seq + 1 }],
      currentSection: section,
      activeSeconds: seq,
      now: START,
    })
    expect(saved).toEqual({ state: 'saved', superseded: [], invalid: [] })
  }
  expect(await completeRun(database, actor, { runId, accessId, now: END })).toEqual({ ok: true })

  const questions = listClosedQuestions(questionnaire).length
  const held = await findHeldAccess(database.db, { actors: these(actor), accessId })
  expect(await findStage(database, held, { slug, runId, now: END })).toMatchObject({
    stage: 'complete',
    answered: questions,
    questions,
    durationSeconds: 754,
  })
  const found = await findResults(database.db, buyerId, accessId)
  if (found.state !== 'found') throw new Error(found.state)
  const { report } = found.results
  expect(report).toMatchObject({ completeness: 100 })
  expect(report.sections.map(({ mean }) => mean)).toEqual(
    questionnaire.sections.map(section => {
      const levels = section.questions.map((_, index) => optionOf(index)).filter(option => option !== 6)
      return Math.round(meanOf(levels) * 10) / 10
    }),
  )
  for (const [index, section] of questionnaire.sections.entries()) {
    const shown = report.sections[index]
    expect(shown?.questions.map(({ optionText }) => optionText)).toEqual(
      section.questions.map(({ options }, index) => options[optionOf(index) - 1]),
    )
    expect(shown?.open.map(open => open.answer)).toEqual(section.openQuestions.map(({ field }) => `Texto de ${field}`))
    expect(shown?.recommendations.length).toBeGreaterThan(0)
  }
  const whole = await findConsolidated(database.db, buyerId, itemId)
  expect(whole?.figures).toMatchObject({ people: 1, title: questionnaire.title })
}

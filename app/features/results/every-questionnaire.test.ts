import { afterAll, beforeAll, expect, test } from 'vitest'
import { findNewestQuestionnaire } from '#app/features/questionnaires/published-questionnaires.server.ts'
import { closedQuestionsOf, type Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import type { AnsweringActor } from '#app/features/questionnaires/questionnaires.db.server.ts'
import { findStage } from '#app/features/questionnaires/respond/find-stage.server.ts'
import { beginRun } from '#app/features/questionnaires/runs/begin-run.server.ts'
import { completeRun } from '#app/features/questionnaires/runs/complete-run.server.ts'
import { hashToken, openAccess } from '#app/features/questionnaires/runs/respondent-session.server.ts'
import { saveAnswers } from '#app/features/questionnaires/runs/save-answer.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
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
    { email: invitation.email, access_code: invitation.access_code, address: '192.0.2.1' },
    START,
  )
  if (!opened.ok) throw new Error(opened.error.code)
  const actor: AnsweringActor = { kind: 'respondent', sessionHash: hashToken(opened.value.token) }
  const accessId = invitation.id
  const begun = await beginRun(database.db, {
    actor,
    accessId,
    details: DETAILS,
    userId: undefined,
    privacyNoticeVersion: '1',
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
])('%s is answered from the code to its results', async slug => {
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

  const questions = closedQuestionsOf(questionnaire).length
  expect(await findStage(database, { actors: these(actor), slug, accessId, runId, now: END })).toMatchObject({
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
  const whole = await findConsolidated(database.db, buyerId, itemId, END)
  expect(whole?.figures).toMatchObject({ people: 1, title: questionnaire.title })
})

import type { Kysely, Transaction } from 'kysely'
import { findQuestionnaire } from '#app/features/questionnaires/published-questionnaires.server.ts'
import {
  type AnswerValue,
  clampSection,
  closedQuestionsOf,
  isAnswerValid,
  type Questionnaire,
  type Section,
} from '#app/features/questionnaires/questionnaire.ts'
import {
  type AnsweringActor,
  type SavedAnswer,
  type Saving,
  type SavingOutcome,
  saveRunAnswers,
  saveRunAnswersAs,
} from '#app/features/questionnaires/questionnaires.db.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { finishRun } from './complete-run.server.ts'
import { findAnsweredAccess, findRunOfAccess } from './runs.db.server.ts'

export type SubmittedAnswer = { field: string; value: AnswerValue; seq: number }

export type SaveAnswers = {
  runId: string
  accessId: string
  /** The version that the run was started with; a wrong one is as good as a wrong run. */
  questionnaireId: string
  questionnaireVersion: number
  answers: readonly SubmittedAnswer[]
  /** From 1; kept within what the questionnaire has. */
  currentSection: number
  /** Whole seconds with the questionnaire in view so far. */
  activeSeconds: number
  now: Date
}

export type SaveResult =
  /** `superseded`: newer values of these fields were there already. `invalid`: no such question or option; the others are saved. */
  | { state: 'saved'; superseded: string[]; invalid: string[] }
  | { state: 'invalid'; invalid: string[] }
  /** The run was completed, by the respondent or the buyer; nothing is written after that. */
  | { state: 'closed' }
  /** The access has ended; what was saved before stays. */
  | { state: 'expired' }
  /** No such run of this actor, or its access was revoked. */
  | { state: 'not_allowed' }

type Written = Omit<SaveAnswers, 'questionnaireId' | 'questionnaireVersion'>

/**
 * Saves answers and the respondent's position in one round trip. Nothing is read first: ownership, state and order are decided by the
 * statement itself (decisions 20 and 24).
 */
export async function saveAnswers(
  { db }: { db: Kysely<DB> },
  actor: AnsweringActor,
  input: SaveAnswers,
): Promise<SaveResult> {
  const questionnaire = await findQuestionnaire(db, input.questionnaireId, input.questionnaireVersion)
  if (!questionnaire) return { state: 'not_allowed' }
  return save(questionnaire, input, saving => saveRunAnswersAs(db, actor, saving))
}

/** The same within a transaction of whoever answers, which goes on after it. */
const writeAnswers = (tx: Transaction<DB>, questionnaire: Questionnaire, input: Written): Promise<SaveResult> =>
  save(questionnaire, input, saving => saveRunAnswers(tx, saving))

async function save(
  questionnaire: Questionnaire,
  input: Written,
  send: (saving: Saving) => Promise<SavingOutcome>,
): Promise<SaveResult> {
  const invalid: string[] = []
  const newest = new Map<string, SavedAnswer>()
  for (const { field, value, seq } of input.answers) {
    if (!isAnswerValid(questionnaire, field, value)) invalid.push(field)
    else if ((newest.get(field)?.seq ?? -1) < seq) newest.set(field, toRow(field, value, seq))
  }
  if (newest.size === 0 && invalid.length > 0) return { state: 'invalid', invalid }
  const outcome = await send({
    runId: input.runId,
    accessId: input.accessId,
    questionnaireId: questionnaire.id,
    questionnaireVersion: questionnaire.version,
    answers: [...newest.values()],
    currentSection: clampSection(questionnaire, input.currentSection),
    activeSeconds: input.activeSeconds,
    closedQuestions: closedQuestionsOf(questionnaire).length,
    now: input.now,
  })
  if (outcome.touched) {
    const saved = new Set(outcome.saved)
    return { state: 'saved', superseded: [...newest.keys()].filter(field => !saved.has(field)), invalid }
  }
  // A run that the statement saw open and could not touch was completed while it waited for the row.
  if (outcome.run_status === 'completed' || (outcome.run_status && outcome.open)) return { state: 'closed' }
  return { state: outcome.ended ? 'expired' : 'not_allowed' }
}

const toRow = (field: string, value: AnswerValue, seq: number): SavedAnswer =>
  typeof value === 'number'
    ? { field, option: value, text: null, seq }
    : { field, option: null, text: value.toWellFormed().replaceAll('\0', ''), seq }

export type SaveSection = {
  /** Whoever the sender may be; the first whose run it is saves. */
  actors: AsyncIterable<AnsweringActor>
  accessId: string
  runId: string
  /** The section that was on screen, from 1. */
  section: number
  /** To the section before or after it; after the last one the run is finished. */
  step: -1 | 1
  /** What was posted, by field. */
  form: Readonly<Record<string, string>>
  now: Date
}

/**
 * Saves a whole section and moves on, for a browser in which the page's script does not run. Answers, position and completion change
 * in one transaction; values that are no answer are left out.
 */
export async function saveSection(
  { db }: { db: Kysely<DB> },
  { actors, ...input }: SaveSection,
): Promise<Result<void, { code: 'not_allowed' }>> {
  for await (const actor of actors) {
    if (await saveAs(db, actor, input)) return ok(undefined)
  }
  return err({ code: 'not_allowed' })
}

function saveAs(db: Kysely<DB>, actor: AnsweringActor, input: Omit<SaveSection, 'actors'>): Promise<boolean> {
  const { accessId, runId, section, step, form, now } = input
  return asActor(db, actor, async tx => {
    const access = await findAnsweredAccess(tx, actor, accessId)
    const run = access?.run_id === runId ? await findRunOfAccess(tx, accessId) : undefined
    if (!run) return false
    const questionnaire = await findQuestionnaire(tx, run.questionnaire_id, run.questionnaire_version)
    if (!questionnaire) throw new Error(`Run ${run.id} has no questionnaire`)
    const saved = await writeAnswers(tx, questionnaire, {
      runId,
      accessId,
      answers: answersOf(questionnaire.sections[section - 1], form, now),
      currentSection: section + step,
      activeSeconds: run.active_seconds,
      now,
    })
    if (saved.state === 'not_allowed' || saved.state === 'expired') return false
    if (section + step > questionnaire.sections.length) await finishRun(tx, actor, { runId, accessId, now })
    return true
  })
}

function answersOf(section: Section | undefined, form: SaveSection['form'], now: Date): SubmittedAnswer[] {
  const posted = (field: string) => (Object.hasOwn(form, field) ? form[field] : undefined)
  const seq = now.getTime()
  return [
    ...(section?.questions ?? []).map(({ field }) => ({ field, value: Number(posted(field)), seq })),
    ...(section?.openQuestions ?? []).map(({ field }) => ({ field, value: posted(field) ?? '', seq })),
  ].filter(({ field }) => posted(field) !== undefined)
}

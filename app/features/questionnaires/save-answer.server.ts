import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import { findQuestionnaire } from './published-questionnaires.server.ts'
import {
  type AnswerValue,
  clampSection,
  closedQuestionsOf,
  isAnswerValid,
  type Questionnaire,
} from './questionnaire.ts'
import {
  type AnsweringActor,
  type SavedAnswer,
  type Saving,
  type SavingOutcome,
  saveRunAnswers,
  saveRunAnswersAs,
} from './questionnaires.db.server.ts'

export type GivenAnswer = { field: string; value: AnswerValue; seq: number }

export type SaveAnswers = {
  runId: string
  accessId: string
  /** The version that the run was started with; a wrong one is as good as a wrong run. */
  questionnaireId: string
  questionnaireVersion: number
  answers: readonly GivenAnswer[]
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
  given: SaveAnswers,
): Promise<SaveResult> {
  const questionnaire = await findQuestionnaire(db, given.questionnaireId, given.questionnaireVersion)
  if (!questionnaire) return { state: 'not_allowed' }
  return save(questionnaire, given, saving => saveRunAnswersAs(db, actor, saving))
}

/** The same within a transaction of whoever answers, which goes on after it. */
export const writeAnswers = (tx: Transaction<DB>, questionnaire: Questionnaire, given: Written): Promise<SaveResult> =>
  save(questionnaire, given, saving => saveRunAnswers(tx, saving))

async function save(
  questionnaire: Questionnaire,
  given: Written,
  send: (saving: Saving) => Promise<SavingOutcome>,
): Promise<SaveResult> {
  const invalid: string[] = []
  const newest = new Map<string, SavedAnswer>()
  for (const { field, value, seq } of given.answers) {
    if (!isAnswerValid(questionnaire, field, value)) invalid.push(field)
    else if ((newest.get(field)?.seq ?? -1) < seq) newest.set(field, toRow(field, value, seq))
  }
  if (newest.size === 0 && invalid.length > 0) return { state: 'invalid', invalid }
  const outcome = await send({
    runId: given.runId,
    accessId: given.accessId,
    questionnaireId: questionnaire.id,
    questionnaireVersion: questionnaire.version,
    answers: [...newest.values()],
    currentSection: clampSection(questionnaire, given.currentSection),
    activeSeconds: given.activeSeconds,
    closedQuestions: closedQuestionsOf(questionnaire).length,
    now: given.now,
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

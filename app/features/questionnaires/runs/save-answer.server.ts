import type { Kysely } from 'kysely'
import {
  EVIDENCE_PARTS,
  evidenceField,
  readEvidenceField,
  storedEvidence,
} from '#app/features/questionnaires/evidence.ts'
import {
  type AnswerValue,
  clampSection,
  isAnswerValid,
  listClosedQuestions,
  type Questionnaire,
  readAnswerText,
  type Section,
} from '#app/features/questionnaires/questionnaire.ts'
import {
  type AnsweringActor,
  findAnswers,
  findQuestionnaire,
  type SavedAnswer,
  type Saving,
  type SavingOutcome,
  saveRunAnswers,
} from '#app/features/questionnaires/questionnaires.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActorThenSystem } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { finishRun } from './complete-run.server.ts'
import { findAnsweredAccess, findRunOfAccess } from './runs.server.ts'
import type { SaveRun } from './saving-queue.server.ts'

export type SubmittedAnswer = { field: string; value: AnswerValue; seq: number }

export type SaveAnswers = {
  runId: string
  accessId: string
  /** The version that the run started with; another version counts as an unknown run. */
  questionnaireId: string
  questionnaireVersion: number
  answers: readonly SubmittedAnswer[]
  /** From 1; limited to the questionnaire's sections. */
  currentSection: number
  /** Whole seconds so far with the questionnaire visible. */
  activeSeconds: number
  now: Date
}

export type SaveResult =
  /**
   * `superseded`: newer values of these fields were stored already. `invalid`: no such question or option, or evidence
   * of who was promised confidentiality; the others are saved.
   */
  | { state: 'saved'; superseded: string[]; invalid: string[] }
  | { state: 'invalid'; invalid: string[] }
  /** The run was completed, by the respondent or the buyer; nothing more is written. */
  | { state: 'closed' }
  /** The access has expired; earlier answers are kept. */
  | { state: 'expired' }
  /** This actor has no such run, or its access was revoked. */
  | { state: 'not_allowed' }

type Written = Omit<SaveAnswers, 'questionnaireId' | 'questionnaireVersion'>

/** What saving works with. @param saveRun sends the statement; in a transaction of its own without it. */
export type SavingServices = { db: Kysely<DB>; saveRun?: SaveRun }

/**
 * Saves answers and the respondent's position in one round trip. Nothing is read first: the statement itself checks
 * ownership, state and order (spec D20 and D24).
 */
export async function saveAnswers(
  { db, saveRun = (by, saving) => saveRunAnswers(db, by, saving) }: SavingServices,
  actor: AnsweringActor,
  input: SaveAnswers,
): Promise<SaveResult> {
  const questionnaire = await findQuestionnaire(db, input.questionnaireId, input.questionnaireVersion)
  return questionnaire ? writeAnswers(questionnaire, input, saving => saveRun(actor, saving)) : { state: 'not_allowed' }
}

/** Saves answers to a questionnaire that is known, also within a transaction of the respondent, which continues afterwards. */
async function writeAnswers(
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
    closedQuestions: listClosedQuestions(questionnaire).length,
    now: input.now,
  })
  if (outcome.touched) {
    const saved = new Set(outcome.saved)
    const left = [...newest.keys()].filter(field => !saved.has(field))
    const isRefused = (field: string) => !outcome.takes_evidence && readEvidenceField(field) !== undefined
    invalid.push(...left.filter(isRefused))
    return { state: 'saved', superseded: left.filter(field => !isRefused(field)), invalid }
  }
  // A run that the statement saw open but could not update was completed while it waited for the row.
  if (outcome.run_status === 'completed' || (outcome.run_status && outcome.open)) return { state: 'closed' }
  return { state: outcome.ended ? 'expired' : 'not_allowed' }
}

function toRow(field: string, value: AnswerValue, seq: number): SavedAnswer {
  if (typeof value === 'number') return { field, option: value, text: null, seq }
  const text = readAnswerText(value)
  const evidence = readEvidenceField(field)
  return { field, option: null, text: evidence ? storedEvidence(evidence.part, text) : text, seq }
}

export type SaveSection = {
  /** The possible identities of the sender; the owner of the run saves. */
  actors: AsyncIterable<AnsweringActor>
  accessId: string
  runId: string
  /** The section that was on screen, from 1. */
  section: number
  /** To the previous or next section; after the last one the run is completed. */
  step: -1 | 1
  /** Posted values by field. */
  form: Readonly<Record<string, string>>
  now: Date
}

/**
 * Saves a whole section and moves on, for a browser without scripts. Answers, position and completion change in one
 * transaction; a choice that there is not is skipped.
 * @returns `refused` with the fields of texts that can't be saved: the others are, and the run stays at its section.
 */
export async function saveSection(
  { db }: { db: Kysely<DB> },
  { actors, ...input }: SaveSection,
): Promise<Result<void, SectionFailure>> {
  for await (const actor of actors) {
    const refused = await saveAs(db, actor, input)
    if (refused) return refused.length === 0 ? ok(undefined) : err({ code: 'refused', fields: refused })
  }
  return err({ code: 'not_allowed' })
}

export type SectionFailure = { code: 'not_allowed' } | { code: 'refused'; fields: string[] }

/** The fields of texts that can't be saved; undefined where this actor has no such run. */
function saveAs(
  db: Kysely<DB>,
  actor: AnsweringActor,
  input: Omit<SaveSection, 'actors'>,
): Promise<string[] | undefined> {
  const { accessId, runId, section, step, form, now } = input
  // Its last section completes the run, and the shop tells the buyer.
  return asActorThenSystem(db, actor, async tx => {
    const access = await findAnsweredAccess(tx, actor, accessId)
    const run = access?.run_id === runId ? await findRunOfAccess(tx, accessId) : undefined
    if (!run) return undefined
    const questionnaire = await findQuestionnaire(tx, run.questionnaire_id, run.questionnaire_version)
    if (!questionnaire) throw new Error(`Run ${run.id} has no questionnaire`)
    const known = new Set((await findAnswers(tx, runId)).map(({ field }) => field))
    const posted = readPostedAnswers(questionnaire.sections[section - 1], form, now)
    const refused = posted.flatMap(({ field, value }) =>
      typeof value === 'string' && !isAnswerValid(questionnaire, field, value) ? [field] : [],
    )
    const to = refused.length === 0 ? section + step : section
    const written = {
      runId,
      accessId,
      // A form has every text of its section. An empty one is an answer only where it takes one back.
      answers: posted.filter(({ field, value }) => !refused.includes(field) && (value !== '' || known.has(field))),
      currentSection: to,
      activeSeconds: run.active_seconds,
      now,
    }
    const saved = await writeAnswers(questionnaire, written, saving => saveRunAnswers(tx, actor, saving))
    if (saved.state === 'not_allowed' || saved.state === 'expired') return undefined
    if (to > questionnaire.sections.length) await finishRun(tx, actor, { runId, accessId, now })
    return refused
  })
}

function readPostedAnswers(section: Section | undefined, form: SaveSection['form'], now: Date): SubmittedAnswer[] {
  const posted = (field: string) => (Object.hasOwn(form, field) ? form[field] : undefined)
  const seq = now.getTime()
  const { questions = [], openQuestions = [] } = section ?? {}
  const texts = [
    ...questions.flatMap(({ field }) => EVIDENCE_PARTS.map(part => evidenceField(field, part))),
    ...openQuestions.map(({ field }) => field),
  ]
  return [
    ...questions.map(({ field }) => ({ field, value: Number(posted(field)), seq })),
    ...texts.map(field => ({ field, value: readAnswerText(posted(field) ?? ''), seq })),
  ].filter(({ field }) => posted(field) !== undefined)
}

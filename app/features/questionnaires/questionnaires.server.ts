import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { storableJson } from '#app/kernel/text.ts'
import { type Actor, claimOf } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { withLawDates } from '#app/platform/texts/law-dates.ts'
import { madeOfTexts } from '#app/platform/texts/live-texts.ts'
import type { QuestionnairePlan } from './plan.ts'
import { planSchema } from './plan-schema.server.ts'
import type { Questionnaire } from './questionnaire.ts'
import { questionnaireSchema } from './questionnaire-schema.ts'

const cache = new Map<string, Questionnaire>()
const plans = new Map<string, QuestionnairePlan | null>()

/** Versions and plans with the dates that their placeholders stand for, until a setting changes one. */
const dated = madeOfTexts(() => ({
  versions: new Map<string, Questionnaire>(),
  plans: new Map<string, QuestionnairePlan>(),
}))

/** Clears the cache, for a process that switches to another database, as tests do. */
export function forgetQuestionnaires(): void {
  for (const kept of [cache, plans, dated().versions, dated().plans]) kept.clear()
}

/** Versions never change, so each is read and parsed once per process. It is public data and needs no actor. */
async function readVersion(db: Kysely<DB>, id: string, version: number): Promise<Questionnaire | undefined> {
  const key = `${id}@${version}`
  const hit = cache.get(key)
  if (hit) return hit
  const row = await db
    .selectFrom('questionnaire_versions')
    .select('content')
    .where('questionnaire_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!row) return undefined
  const questionnaire = questionnaireSchema.parse(row.content)
  cache.set(key, questionnaire)
  return questionnaire
}

/** A published version as people read it, or undefined when there is none. `findVersions` has it as it was written. */
export async function findQuestionnaire(
  db: Kysely<DB>,
  id: string,
  version: number,
): Promise<Questionnaire | undefined> {
  const written = await readVersion(db, id, version)
  return written && keepDated(dated().versions, `${id}@${version}`, written)
}

function keepDated<Content>(kept: Map<string, Content>, key: string, written: Content): Content {
  const hit = kept.get(key)
  if (hit) return hit
  const content = withLawDates(written)
  kept.set(key, content)
  return content
}

/** The plan of a published version as it was written, for the plan of a draft; undefined where it has none. Each is read and parsed once per process. */
export async function findWrittenPlan(
  db: Kysely<DB>,
  id: string,
  version: number,
): Promise<QuestionnairePlan | undefined> {
  const key = `${id}@${version}`
  const hit = plans.get(key)
  if (hit !== undefined) return hit ?? undefined
  const row = await db
    .selectFrom('questionnaire_versions')
    .select('plan')
    .where('questionnaire_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!row) return undefined
  const plan = row.plan === null ? null : planSchema.parse(row.plan)
  plans.set(key, plan)
  return plan ?? undefined
}

/** The plan of a published version as people read it; only for whoever shows a plan. Undefined where it has none. */
export async function findPlan(db: Kysely<DB>, id: string, version: number): Promise<QuestionnairePlan | undefined> {
  const written = await findWrittenPlan(db, id, version)
  return written && keepDated(dated().plans, `${id}@${version}`, written)
}

/**
 * The version of a new run: the newest published one, unless its product names one.
 * @param named the product's own version.
 */
export async function findNewestQuestionnaire(
  db: Kysely<DB>,
  id: string,
  named: number | null = null,
): Promise<Questionnaire | undefined> {
  if (named !== null) return findQuestionnaire(db, id, named)
  const newest = await db
    .selectFrom('questionnaire_versions')
    .select(row => row.fn.max('version').as('version'))
    .where('questionnaire_id', '=', id)
    .executeTakeFirst()
  return newest?.version ? findQuestionnaire(db, id, newest.version) : undefined
}

/** The number of the version that a product's next run has, within a query of the product that selects more. */
export const newestVersionOfProduct = sql<number | null>`coalesce(product.questionnaire_version, (
  select max(version) from questionnaire_versions newest where newest.questionnaire_id = product.questionnaire_id))`

/** All published versions as they were written, oldest first: a draft begins with the newest, and all constrain it. */
export async function findVersions(db: Kysely<DB>, id: string): Promise<Questionnaire[]> {
  const rows = await db
    .selectFrom('questionnaire_versions')
    .select('version')
    .where('questionnaire_id', '=', id)
    .orderBy('version')
    .execute()
  const found = await Promise.all(rows.map(({ version }) => readVersion(db, id, version)))
  return found.filter(questionnaire => questionnaire !== undefined)
}

/**
 * Who may answer: a browser session opened with e-mail and code, or the signed-in owner of the own access (spec
 * D16).
 */
export type AnsweringActor = Extract<Actor, { kind: 'respondent' | 'user' }>

/** The ownership condition of every query here, in addition to row-level security. */
export const answeredBy = (actor: AnsweringActor): RawBuilder<boolean> =>
  actor.kind === 'user'
    ? sql<boolean>`(access.user_id = ${actor.userId}::uuid and access.invited_by_user_id is null)`
    : sql<boolean>`access.id = (select private.actor_access_id())`

const answers = (tx: Transaction<DB>) =>
  tx.selectFrom('run_answers').select(['field', 'option', 'text', 'client_seq']).orderBy('field')

/** All stored answers of a run, by field; none when the transaction's actor may not see the run. */
export const findAnswers = (tx: Transaction<DB>, runId: string) => answers(tx).where('run_id', '=', runId).execute()

/** All stored answers of an access's run, by field; none where it has no run. */
export const findAnswersOfAccess = (tx: Transaction<DB>, accessId: string) =>
  answers(tx)
    .where('run_id', '=', ({ selectFrom }) =>
      selectFrom('assessment_runs').select('id').where('validated_access_id', '=', accessId),
    )
    .execute()

export type SavedAnswer = { field: string; option: number | null; text: string | null; seq: number }

export type Saving = {
  runId: string
  accessId: string
  questionnaireId: string
  questionnaireVersion: number
  /** Each field at most once. */
  answers: readonly SavedAnswer[]
  /** From 1. */
  currentSection: number
  activeSeconds: number
  /** Number of closed questions in the questionnaire, for the access's progress. */
  closedQuestions: number
  now: Date
}

export type SavingOutcome = {
  /** Null: this actor has no such run. */
  run_status: 'in_progress' | 'completed' | null
  /** Whether the access may still be answered. */
  open: boolean | null
  /** Whether it has expired. */
  ended: boolean | null
  touched: boolean
  saved: string[]
  /** Whether evidence may be given; null: this actor has no such run. */
  takes_evidence: boolean | null
}

/** What one person saves. */
export type PersonSaving = { actor: AnsweringActor; saving: Saving }

/** By the names of the database function's parameters. */
const saveParameters = ({ actor, saving }: PersonSaving) => ({
  ...claimOf(actor),
  of_run: saving.runId,
  of_access: saving.accessId,
  questionnaire: saving.questionnaireId,
  version_number: saving.questionnaireVersion,
  fields: saving.answers.map(answer => answer.field),
  options: saving.answers.map(answer => answer.option),
  texts: saving.answers.map(answer => answer.text),
  seqs: saving.answers.map(answer => answer.seq),
  section: saving.currentSection,
  seconds: saving.activeSeconds,
  closed_questions: saving.closedQuestions,
  at_time: saving.now,
})

/**
 * Saves answers in one statement, which is a transaction of its own unless it is part of one of that actor. The run's
 * row is locked first: saves of one run are serialised, and none succeeds after its completion. An older client
 * sequence never overwrites a newer one. Progress is incremented, not counted: the statement does not see the rows of a
 * concurrent save that it waited for. `xmax = 0` identifies an inserted row.
 */
export async function saveRunAnswers(
  db: Kysely<DB> | Transaction<DB>,
  actor: AnsweringActor,
  saving: Saving,
): Promise<SavingOutcome> {
  const parameters = Object.entries(saveParameters({ actor, saving })).map(
    ([name, value]) => sql`${sql.id(name)} => ${value}`,
  )
  const { rows } = await sql<SavingOutcome>`
    select * from private.save_run_answers(${sql.join(parameters)})`.execute(db)
  const [outcome] = rows
  if (!outcome) throw new Error('The saving statement gave no row')
  return outcome
}

/**
 * Saves the answers of several people in one transaction, each as the own actor. @returns their outcomes in the same order;
 * undefined for one that failed or waited for a lock, and was left out.
 */
export async function saveManyRunAnswers(
  db: Kysely<DB>,
  savings: readonly PersonSaving[],
): Promise<(SavingOutcome | undefined)[]> {
  const saves = savings.map((person, place) => ({ place, ...saveParameters(person) }))
  const { rows } = await sql<SavingOutcome & { place: number }>`
    select * from private.save_many_run_answers(${storableJson(saves)})`.execute(db)
  const outcomes = new Map(rows.map(row => [row.place, row]))
  return savings.map((_, place) => outcomes.get(place))
}

import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Actor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'

/** Who may answer: a browser opened with e-mail and code, or the signed-in owner of the own access (decision 16). */
export type AnsweringActor = Extract<Actor, { kind: 'respondent' | 'user' }>

/** The ownership that every query here puts into its WHERE, beside what row-level security refuses by itself. */
export const answeredBy = (actor: AnsweringActor): RawBuilder<boolean> =>
  actor.kind === 'user'
    ? sql<boolean>`(access.user_id = ${actor.userId}::uuid and access.invited_by_user_id is null)`
    : sql<boolean>`access.id = (select private.actor_access_id())`

/** All stored answers of a run, by field; none when the transaction's actor may not see the run. */
export const findAnswers = (tx: Transaction<DB>, runId: string) =>
  tx
    .selectFrom('run_answers')
    .select(['field', 'option', 'text', 'client_seq'])
    .where('run_id', '=', runId)
    .orderBy('field')
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
  /** How many closed questions the questionnaire has, for the access's progress. */
  closedQuestions: number
  now: Date
}

export type SavingOutcome = {
  /** Null: no such run of this actor. */
  run_status: 'in_progress' | 'completed' | null
  /** Whether the access may still be answered. */
  open: boolean | null
  /** Whether it may not because its time is over. */
  ended: boolean | null
  touched: boolean
  saved: string[]
}

/**
 * Saves answers in one statement, so that an answer costs three round trips. The run's row is locked first: saves of one run wait
 * for each other, and none gets in after its completion. An older client sequence never beats a newer one. Progress is added to, not
 * counted: this statement does not see the rows of a save that it has waited for. `xmax = 0` tells a row that is new.
 */
export async function saveRunAnswers(
  tx: Transaction<DB>,
  actor: AnsweringActor,
  saving: Saving,
): Promise<SavingOutcome> {
  const fields = saving.answers.map(answer => answer.field)
  const { rows } = await sql<SavingOutcome>`
    with mine as (
      select run.id, run.status, access.id as access_id,
        access.status in ('active', 'in_use') and access.expires_at > ${saving.now} as open,
        access.status in ('active', 'in_use') and access.expires_at <= ${saving.now} as ended
      from assessment_runs run join user_accesses access on access.id = run.validated_access_id
      where run.id = ${saving.runId}::uuid and access.id = ${saving.accessId}::uuid
        and run.questionnaire_id = ${saving.questionnaireId}
        and run.questionnaire_version = ${saving.questionnaireVersion}
        and ${answeredBy(actor)}
    ), touched as (
      update assessment_runs run
      set current_section = ${saving.currentSection}, updated_at = ${saving.now},
        active_seconds = greatest(run.active_seconds, least(${saving.activeSeconds}::integer,
          ceil(extract(epoch from ${saving.now}::timestamptz - run.start_time))::integer))
      from mine where run.id = mine.id and mine.open and run.status = 'in_progress'
      returning run.id, mine.access_id
    ), saved as (
      insert into run_answers as answer (run_id, field, option, text, client_seq, updated_at)
      select touched.id, given.field, given.option, given.text, given.seq, ${saving.now}
      from touched cross join unnest(
        ${fields}::text[], ${saving.answers.map(answer => answer.option)}::smallint[],
        ${saving.answers.map(answer => answer.text)}::text[], ${saving.answers.map(answer => answer.seq)}::bigint[]
      ) as given (field, option, text, seq)
      on conflict (run_id, field) do update
      set option = excluded.option, text = excluded.text, client_seq = excluded.client_seq, updated_at = excluded.updated_at
      where answer.client_seq < excluded.client_seq
      returning answer.field, answer.option is not null and answer.xmax = 0 as newly_closed
    ), progressed as (
      update user_accesses access
      set answered_closed = access.answered_closed + fresh.count,
        progress = least(100, round(100.0 * (access.answered_closed + fresh.count) / ${saving.closedQuestions}))::integer
      from touched, (select count(*)::integer as count from saved where newly_closed) fresh
      where access.id = touched.access_id and fresh.count > 0
    )
    select (select status from mine) as run_status, (select open from mine) as open,
      (select ended from mine) as ended, exists (select from touched) as touched, array(select field from saved) as saved`.execute(
    tx,
  )
  const [outcome] = rows
  if (!outcome) throw new Error('The saving statement gave no row')
  return outcome
}

import { type Kysely, sql, type Transaction } from 'kysely'
import { EVIDENCE_PARTS, evidenceField } from '#app/features/questionnaires/evidence.ts'
import type { Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { findQuestionnaire } from '#app/features/questionnaires/questionnaires.server.ts'
import { boughtRuns } from '#app/features/results/results.server.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { accessCode } from '#app/platform/secrets/access-code.server.ts'
import type { Cell } from '#app/platform/sheets/workbook.server.ts'

/** The versions of questionnaires that an item's completed runs were started with, the newest first. */
const versionsOfItem = (tx: Transaction<DB>, userId: string, itemId: string) =>
  boughtRuns(tx, userId)
    .select(['run.questionnaire_id', 'run.questionnaire_version'])
    .distinct()
    .where('item.id', '=', itemId)
    .where('run.status', '=', 'completed')
    .orderBy('run.questionnaire_version', 'desc')
    .execute()

/** The runs of an item that may be shown one by one, in the order of their start: completed ones, and none of a confidential item. */
async function runIdsOfItem(tx: Transaction<DB>, userId: string, itemId: string): Promise<string[]> {
  const rows = await boughtRuns(tx, userId)
    .innerJoin('assessment_runs as wide', 'wide.id', 'run.id')
    .select('wide.id')
    .where('item.id', '=', itemId)
    .where('access.result_mode', '=', 'nominative')
    .where('run.status', '=', 'completed')
    .orderBy('wide.start_time')
    .orderBy('wide.id')
    .execute()
  return rows.map(row => row.id)
}

/**
 * Some of an item's runs with all their answers by field, in the same order. In batches, because policies are evaluated
 * for each answer, which would take too long for a thousand people at once.
 */
async function wideRuns(
  tx: Transaction<DB>,
  { userId, itemId, runIds }: { userId: string; itemId: string; runIds: readonly string[] },
) {
  const rows = await boughtRuns(tx, userId)
    .innerJoin('assessment_runs as wide', 'wide.id', 'run.id')
    .select([
      'wide.id',
      'wide.session_id',
      'wide.user_id',
      'wide.full_name',
      'wide.corporate_email',
      'wide.position',
      'wide.organizational_unit',
      'wide.data_role',
      'wide.company_name',
      'wide.invitation_code',
      'wide.validated_access_id',
      'wide.start_time',
      'wide.end_time',
      'wide.duration_seconds',
      'wide.status',
      'wide.current_section',
      'wide.created_at',
      'wide.updated_at',
    ])
    .select(
      sql<Record<string, number | string> | null>`(
        select jsonb_object_agg(answer.field, coalesce(to_jsonb(answer.option), to_jsonb(answer.text)))
        from run_answers answer where answer.run_id = wide.id)`.as('answers'),
    )
    .where('item.id', '=', itemId)
    .where(({ eb, val }) => eb('run.id', '=', eb.fn.any(val([...runIds]))))
    // The policies also enforce this: no single person's answers of a confidential item, and none before the end.
    .where('run.status', '=', 'completed')
    .where('access.result_mode', '=', 'nominative')
    .orderBy('wide.start_time')
    .orderBy('wide.id')
    .execute()
  return rows.map(row => ({ ...row, invitation_code: accessCode(row.invitation_code) }))
}

/** A completed run of a nominative purchase, with the answers by their field. */
export type WideRun = Awaited<ReturnType<typeof wideRuns>>[number]

/** The documented columns of a run (specification 2, section 3, 'dama_assessments'), in their order. */
export const RUN_COLUMNS = [
  'id',
  'session_id',
  'user_id',
  'full_name',
  'corporate_email',
  'position',
  'organizational_unit',
  'data_role',
  'company_name',
  'invitation_code',
  'validated_access_id',
  'start_time',
  'end_time',
  'duration_seconds',
  'status',
  'current_section',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof WideRun)[]

/** The answers' columns: closed ones first, then open ones; columns that only older versions have come last. */
export function answerFields(versions: readonly Questionnaire[]): string[] {
  const closed = versions.flatMap(({ sections }) =>
    sections.flatMap(({ questions }) => questions.map(({ field }) => field)),
  )
  const open = versions.flatMap(({ sections }) =>
    sections.flatMap(({ openQuestions }) => openQuestions.map(({ field }) => field)),
  )
  return [...new Set([...closed, ...open])]
}

/** The columns of the evidence that somebody gave, after the answers': of each closed question its note and its link. */
export function evidenceFields(versions: readonly Questionnaire[], runs: readonly WideRun[]): string[] {
  const closed = versions.flatMap(({ sections }) => sections.flatMap(({ questions }) => questions))
  const possible = new Set(closed.flatMap(({ field }) => EVIDENCE_PARTS.map(part => evidenceField(field, part))))
  const given = new Set(
    runs.flatMap(({ answers }) => Object.keys(answers ?? {}).filter(field => (answers?.[field] ?? '') !== '')),
  )
  return [...possible].filter(field => given.has(field))
}

/** The first line of the wide form. */
export const wideHead = (fields: readonly string[]): string[] => [...RUN_COLUMNS, ...fields]

/** A run as one row; times are local times of Santiago. */
export const wideRow = (run: WideRun, fields: readonly string[]): Cell[] => [
  ...RUN_COLUMNS.map(column => toCell(run[column])),
  ...fields.map(field => run.answers?.[field] ?? null),
]

/** A value of a run as a cell; a time is the wall clock of Santiago. */
export function toCell(value: string | number | Date | null): Cell {
  return value instanceof Date ? wallClock(value) : value
}

/** The instant whose UTC equals the local time of Santiago, to the minute. */
function wallClock(instant: Date): Date {
  const [, day, month, year, time] = /^(\d+)-(\d+)-(\d+) (.+)$/.exec(formatDateTime(instant)) ?? []
  return new Date(`${year}-${month}-${day}T${time}:00Z`)
}

/** The versions that an item's people answered, the newest first. */
export async function findVersions(db: Kysely<DB>, userId: string, itemId: string): Promise<Questionnaire[]> {
  const found = await asActor(db, { kind: 'user', userId }, tx => versionsOfItem(tx, userId, itemId))
  const versions: Questionnaire[] = []
  for (const { questionnaire_id: id, questionnaire_version: version } of found) {
    const questionnaire = id === null || version === null ? undefined : await findQuestionnaire(db, id, version)
    if (!questionnaire) throw new Error(`No questionnaire ${id} version ${version}`)
    versions.push(questionnaire)
  }
  return versions
}

/** Runs that are read and written at once; between two pages other requests are served. */
const PAGE = 100

type Read = { userId: string; itemId: string }

/** The runs that may be shown one by one, in the order of their start. */
export async function* readPages(db: Kysely<DB>, { userId, itemId }: Read): AsyncGenerator<WideRun[]> {
  const ids = await asActor(db, { kind: 'user', userId }, tx => runIdsOfItem(tx, userId, itemId))
  for (let from = 0; from < ids.length; from += PAGE) {
    const runIds = ids.slice(from, from + PAGE)
    yield await asActor(db, { kind: 'user', userId }, tx => wideRuns(tx, { userId, itemId, runIds }))
  }
}

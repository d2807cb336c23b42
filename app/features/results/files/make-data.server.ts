import { type Kysely, sql, type Transaction } from 'kysely'
import { canActSql } from '#app/features/organisations/organisations.server.ts'
import type { Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { findQuestionnaire } from '#app/features/questionnaires/questionnaires.server.ts'
import { consolidatedSheets, consolidatedTable } from '#app/features/results/consolidated/consolidated-sheets.ts'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import { planSheets } from '#app/features/results/plan/plan-files.ts'
import { boughtRuns } from '#app/features/results/results.server.ts'
import type { Shown } from '#app/features/results/shown.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { accessCode } from '#app/platform/secrets/access-code.server.ts'
import { joinNeutralised } from '#app/platform/sheets/delimited.ts'
import { type Cell, type Sheet, writeWorkbook } from '#app/platform/sheets/workbook.server.ts'
import { type ResultFile, refuseWithoutFigures, resultsMissing } from './file-answer.server.ts'

/** The item of a sheet; undefined for one that is not this buyer's. */
const findDataItem = (tx: Transaction<DB>, userId: string, itemId: string) =>
  tx
    .selectFrom('order_items as item')
    .innerJoin('orders as order', 'order.id', 'item.order_id')
    .innerJoin('assessments as product', 'product.id', 'item.assessment_id')
    .select(['item.id', 'item.result_mode', 'order.order_number', 'product.name as product'])
    .where('item.id', '=', itemId)
    .where(canActSql('item.holder_id', userId, 'results'))
    .where('order.status', '=', 'paid')
    .where('item.deleted_at', 'is', null)
    .executeTakeFirst()

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

type WideRun = Awaited<ReturnType<typeof wideRuns>>[number]

/** The documented columns of a run (specification 2, section 3, 'dama_assessments'), in their order. */
const RUN_COLUMNS = [
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
function answerFields(versions: readonly Questionnaire[]): string[] {
  const closed = versions.flatMap(({ sections }) =>
    sections.flatMap(({ questions }) => questions.map(({ field }) => field)),
  )
  const open = versions.flatMap(({ sections }) =>
    sections.flatMap(({ openQuestions }) => openQuestions.map(({ field }) => field)),
  )
  return [...new Set([...closed, ...open])]
}

/** The first line of the wide form. */
const wideHead = (fields: readonly string[]): string[] => [...RUN_COLUMNS, ...fields]

/** A run as one row; times are local times of Santiago. */
const wideRow = (run: WideRun, fields: readonly string[]): Cell[] => [
  ...RUN_COLUMNS.map(column => toCell(run[column])),
  ...fields.map(field => run.answers?.[field] ?? null),
]

function toCell(value: string | number | Date | null): Cell {
  return value instanceof Date ? wallClock(value) : value
}

/** The instant whose UTC equals the local time of Santiago, to the minute. */
function wallClock(instant: Date): Date {
  const [, day, month, year, time] = /^(\d+)-(\d+)-(\d+) (.+)$/.exec(formatDateTime(instant)) ?? []
  return new Date(`${year}-${month}-${day}T${time}:00Z`)
}

/** `21-11-2026 15:05`, as Excel in es-CL reads a time; decimals with a comma. */
function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (cell instanceof Date) {
    const iso = cell.toISOString()
    return `${iso.slice(8, 10)}-${iso.slice(5, 7)}-${iso.slice(0, 4)} ${iso.slice(11, 16)}`
  }
  if (typeof cell === 'object') return cell.day.split('-').toReversed().join('-')
  return typeof cell === 'number' ? String(cell).replace('.', ',') : cell
}

const WIDE_COLUMN = 26
const LONG_COLUMN = 60

const wideSheet = (fields: readonly string[], rows: readonly (readonly Cell[])[]): Sheet => ({
  name: 'Respuestas',
  columns: wideHead(fields).map(label => ({ label, width: WIDE_COLUMN })),
  rows,
})

/** What each column of answers asks, and what its options mean. */
const dictionarySheet = (versions: readonly Questionnaire[]): Sheet => ({
  name: 'Diccionario',
  columns: [
    { label: 'Campo', width: WIDE_COLUMN },
    { label: 'Versión', width: 9 },
    { label: 'Área', width: WIDE_COLUMN },
    { label: 'Pregunta', width: LONG_COLUMN },
    ...[1, 2, 3, 4, 5, 6].map(option => ({ label: String(option), width: 34 })),
  ],
  rows: versions.flatMap(({ version, sections }) =>
    sections.flatMap(section => [
      ...section.questions.map(({ field, text, options }) => [field, version, section.title, text, ...options]),
      ...section.openQuestions.map(({ field, text }) => [field, version, section.title, text]),
    ]),
  ),
})

/** `plan`: its plan alone, as CSV. */
type Format = 'csv' | 'xlsx' | 'plan'
type DataRequest = {
  userId: string
  itemId: string
  format: Format
  /** What its page shows. */
  shown?: Shown
}

/** Runs that are read and written at once; between two pages other requests are served. */
const PAGE = 100

/**
 * The data of an item for its buyer: one row per run in the specified wide form, or, for a confidential item, its
 * page's figures without any person's answers (spec D18). Spec D37 defines the CSV format. @throws Refusal
 */
export async function makeItemData(db: Kysely<DB>, requested: DataRequest): Promise<ResultFile> {
  const { userId, itemId, format } = requested
  const item = await asActor(db, { kind: 'user', userId }, tx => findDataItem(tx, userId, itemId))
  const shown =
    item &&
    (await findConsolidated(db, userId, itemId, {
      ...requested.shown,
      withPlan: format !== 'csv',
      withThemes: format === 'xlsx',
      withTrend: format === 'xlsx',
    }))
  if (!shown) throw resultsMissing()
  const name = `Datos de ${item.product}`
  const { figures } = shown
  const consolidated = figures && { ...shown, figures }
  if (format === 'plan') {
    const [sheet] = figures ? planSheets(shown.plan, figures.people) : []
    if (!sheet) return refuse('Todavía no hay un plan que descargar.', { status: 404 })
    return csvFile(`Plan de ${item.product}`, [joinTable([sheet.columns.map(({ label }) => label), ...sheet.rows])])
  }
  if (shown.item.mode === 'confidential') {
    if (!consolidated) return refuseWithoutFigures('confidential')
    return format === 'csv'
      ? csvFile(name, [joinTable(consolidatedTable(consolidated))])
      : xlsxFile(name, await writeWorkbook(consolidatedSheets(consolidated)))
  }
  const versions = await findVersions(db, userId, itemId)
  if (versions.length === 0) refuseWithoutFigures('nominative')
  const fields = answerFields(versions)
  const pages = readPages(db, { userId, itemId, fields })
  if (format === 'csv') {
    const parts = [joinTable([wideHead(fields)])]
    for await (const rows of pages) parts.push(joinTable(rows))
    return csvFile(name, parts)
  }
  const rows: Cell[][] = []
  for await (const page of pages) rows.push(...page)
  const sheets = [
    wideSheet(fields, rows),
    dictionarySheet(versions),
    ...(consolidated ? consolidatedSheets(consolidated) : []),
  ]
  return xlsxFile(name, await writeWorkbook(sheets))
}

async function findVersions(db: Kysely<DB>, userId: string, itemId: string): Promise<Questionnaire[]> {
  const found = await asActor(db, { kind: 'user', userId }, tx => versionsOfItem(tx, userId, itemId))
  const versions: Questionnaire[] = []
  for (const { questionnaire_id: id, questionnaire_version: version } of found) {
    const questionnaire = id === null || version === null ? undefined : await findQuestionnaire(db, id, version)
    if (!questionnaire) throw new Error(`No questionnaire ${id} version ${version}`)
    versions.push(questionnaire)
  }
  return versions
}

type Read = { userId: string; itemId: string; fields: readonly string[] }

async function* readPages(db: Kysely<DB>, { userId, itemId, fields }: Read): AsyncGenerator<Cell[][]> {
  const ids = await asActor(db, { kind: 'user', userId }, tx => runIdsOfItem(tx, userId, itemId))
  for (let from = 0; from < ids.length; from += PAGE) {
    const runIds = ids.slice(from, from + PAGE)
    const runs = await asActor(db, { kind: 'user', userId }, tx => wideRuns(tx, { userId, itemId, runIds }))
    yield runs.map(run => wideRow(run, fields))
  }
}

const joinTable = (rows: readonly (readonly Cell[])[]): string => joinNeutralised(rows.map(row => row.map(cellText)))

const csvFile = (name: string, parts: readonly string[]): ResultFile => ({
  name,
  extension: 'csv',
  bytes: new Uint8Array(Buffer.from(`\uFEFF${parts.join('')}`)),
})

const xlsxFile = (name: string, bytes: Buffer<ArrayBuffer>): ResultFile => ({
  name,
  extension: 'xlsx',
  bytes: new Uint8Array(bytes),
})

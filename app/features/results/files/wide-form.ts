import type { Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import type { Cell, Sheet } from '#app/platform/sheets/workbook.server.ts'
import type { WideRun } from './item-data.db.server.ts'

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
export function answerFields(versions: readonly Questionnaire[]): string[] {
  const closed = versions.flatMap(({ sections }) =>
    sections.flatMap(({ questions }) => questions.map(({ field }) => field)),
  )
  const open = versions.flatMap(({ sections }) =>
    sections.flatMap(({ openQuestions }) => openQuestions.map(({ field }) => field)),
  )
  return [...new Set([...closed, ...open])]
}

/** The first line of the wide form. */
export const wideHead = (fields: readonly string[]): string[] => [...RUN_COLUMNS, ...fields]

/** A run as one row; times are local times of Santiago. */
export const wideRow = (run: WideRun, fields: readonly string[]): Cell[] => [
  ...RUN_COLUMNS.map(column => cellOf(run[column])),
  ...fields.map(field => run.answers?.[field] ?? null),
]

function cellOf(value: string | number | Date | null): Cell {
  return value instanceof Date ? wallClock(value) : value
}

/** The instant whose UTC equals the local time of Santiago, to the minute. */
function wallClock(instant: Date): Date {
  const [, day, month, year, time] = /^(\d+)-(\d+)-(\d+) (.+)$/.exec(formatDateTime(instant)) ?? []
  return new Date(`${year}-${month}-${day}T${time}:00Z`)
}

/** `21-11-2026 15:05`, as Excel in es-CL reads a time; decimals with a comma. */
export function cellText(cell: Cell): string {
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

export const wideSheet = (fields: readonly string[], rows: readonly (readonly Cell[])[]): Sheet => ({
  name: 'Respuestas',
  columns: wideHead(fields).map(label => ({ label, width: WIDE_COLUMN })),
  rows,
})

/** What each column of answers asks, and what its options mean. */
export const dictionarySheet = (versions: readonly Questionnaire[]): Sheet => ({
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

import { JOB_ROLES } from '#app/features/accesses/accesses.ts'
import { bareEmail } from '#app/kernel/email.ts'
import { foldName, withSpacedAbbreviations } from '#app/kernel/fold.ts'
import { joinCells, type NumberedRow } from '#app/platform/sheets/delimited.ts'
import { type NameOrder, splitFullName } from './person-names.ts'

/** The outcome for a person of a list if it were confirmed now. */
export type PlannedOutcome =
  | 'new'
  | 'duplicate'
  | 'already_invited'
  | 'over_seats'
  | 'invalid_email'
  | 'missing_data'
  | 'refused_text'
  | 'sheet_error'
  | 'too_many_mails'

/** A person with complete data. */
export type CheckedPerson = { firstName: string; lastName: string; email: string; role: string; area: string }

/** The result of validating a person's data. */
export type Checked =
  | { ok: true; person: CheckedPerson }
  | { ok: false; outcome: 'invalid_email' | 'missing_data' | 'refused_text' | 'sheet_error'; problem: string }

/** One row of the dry run. */
export type PlannedRow = {
  /** The number of its row in the sheet; in a list without a sheet, its position. */
  number: number
  written: ListedPerson
  outcome: PlannedOutcome
  problem: string
}

export type Plan = { rows: PlannedRow[]; invited: CheckedPerson[] }

type Situation = {
  /** E-mails that have a seat of the item. */
  taken: ReadonlySet<string>
  seatsLeft: number
  /** E-mails that reached the daily maximum of invitations. */
  flooded: ReadonlySet<string>
}

/** Decides each person's outcome in the order of the list: earlier people get the last seats. Deterministic. */
export function planInvitations(
  people: readonly ListedPerson[],
  check: (person: ListedPerson) => Checked,
  { taken, seatsLeft, flooded }: Situation,
): Plan {
  const seen = new Set<string>()
  const invited: CheckedPerson[] = []
  const rows = people.map((written, index): PlannedRow => {
    const row = (outcome: PlannedOutcome, problem = ''): PlannedRow => ({
      number: written.row ?? index + 1,
      written,
      outcome,
      problem,
    })
    const checked = check(written)
    if (!checked.ok) return row(checked.outcome, checked.problem)
    const { email } = checked.person
    if (seen.has(email)) return row('duplicate')
    seen.add(email)
    if (taken.has(email)) return row('already_invited')
    if (flooded.has(email)) return row('too_many_mails')
    if (invited.length >= seatsLeft) return row('over_seats')
    invited.push(checked.person)
    return row('new')
  })
  return { rows, invited }
}

/** How many rows have each outcome. */
export function countOutcomes(rows: readonly PlannedRow[]): Record<PlannedOutcome, number> {
  const counts: Record<PlannedOutcome, number> = {
    new: 0,
    duplicate: 0,
    already_invited: 0,
    over_seats: 0,
    invalid_email: 0,
    missing_data: 0,
    refused_text: 0,
    sheet_error: 0,
    too_many_mails: 0,
  }
  for (const { outcome } of rows) counts[outcome] += 1
  return counts
}

/** Maximum people in a list, and bytes of its file. */
export const MAX_PEOPLE = 1000
export const MAX_FILE_BYTES = 2 * 1024 * 1024
/** Rows read from a sheet: its titles, the people, and one more that reveals too many. */
export const ROWS_TO_READ = MAX_PEOPLE + 2

/** One person as entered in the list, not validated. */
export type ListedPerson = {
  firstName: string
  lastName: string
  email: string
  role: string
  area: string
  /** Its row in the sheet, as a spreadsheet program numbers it. */
  row?: number | undefined
  /** Where the given names end was guessed, or the whole name. */
  guessed?: boolean | undefined
}

/** Whether somebody has no role or no area, which a buyer can give to all such people at once. */
export const lacksRoleOrArea = ({ role, area }: ListedPerson): boolean => role.trim() === '' || area.trim() === ''

const FIELDS = ['firstName', 'lastName', 'email', 'role', 'area'] as const
export type ListColumn = (typeof FIELDS)[number] | 'fullName' | 'secondName' | 'secondLastName'

/** The template's titles in order, which a list without titles follows. */
export const TEMPLATE: readonly (readonly string[])[] = [
  ['Nombre', 'Apellido', 'Email', 'Cargo', 'Área'],
  ['Camila', 'Pérez', 'camila.perez@empresa.example', 'Gerente', 'Operaciones'],
  ['Pedro', 'Soto', 'pedro.soto@empresa.example', 'Analista', 'Finanzas'],
]

/** A list as text, to correct and paste again. */
export const listText = (people: readonly ListedPerson[]): string =>
  joinCells([TEMPLATE[0] ?? [], ...people.map(person => FIELDS.map(field => person[field]))])

/** The template's example people, skipped when they were not removed. */
const isExample = ({ email }: ListedPerson): boolean => email.toLowerCase().endsWith('@empresa.example')

/** A role as it is compared. */
const plainTitle = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[\s:*]+/g, ' ')
    .trim()
    .toLowerCase()

/** `notes`: what is not read of the sheet, which may be why. */
export type ListFailure = {
  code: 'empty' | 'no_email_column' | 'too_many' | 'too_wide' | 'unknown_sheet'
  notes?: string[]
}

/**
 * The people in rows, without the template's examples: names and addresses folded, so that a dry run shows what is stored. A column of full names counts where a person has no first name; their order is
 * `nameOrder`, except with a comma.
 */
export const toPeople = (
  rows: readonly NumberedRow[],
  columns: Readonly<Record<ListColumn, number | null>>,
  nameOrder: NameOrder,
): ListedPerson[] =>
  rows
    .map(({ number, cells, guessed }): ListedPerson => {
      const cell = (column: ListColumn): string => cells[columns[column] ?? -1] ?? ''
      const name = (column: ListColumn): string => foldName(cell(column))
      const text = (column: ListColumn): string => withSpacedAbbreviations(cell(column))
      const both = (first: ListColumn, second: ListColumn) => [name(first), name(second)].filter(Boolean).join(' ')
      const rest = { row: number, email: bareEmail(cell('email')), role: text('role'), area: text('area') }
      const firstName = both('firstName', 'secondName')
      const lastName = both('lastName', 'secondLastName')
      if (firstName !== '' || name('fullName') === '') return { ...rest, firstName, lastName }
      const split = splitFullName(name('fullName'), nameOrder)
      return {
        ...rest,
        firstName: split.firstName,
        lastName: lastName || split.lastName,
        ...((guessed || split.guessed) && { guessed: true }),
      }
    })
    .filter(person => !isExample(person))

const ROLE_KEYS = new Map(Object.entries(JOB_ROLES).flatMap(([key, label]) => [[plainTitle(label), key]] as const))

/** A role of the invite form by its label, ignoring case and accents; any other text is unchanged. */
export const readRole = (written: string): string => ROLE_KEYS.get(plainTitle(written)) ?? written

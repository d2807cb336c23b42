import { JOB_ROLES, splitName } from '#app/features/accesses/accesses.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { joinCells } from '#app/platform/sheets/delimited.ts'

/** The outcome for a person of a list if it were confirmed now. */
export type PlannedOutcome =
  | 'new'
  | 'duplicate'
  | 'already_invited'
  | 'over_seats'
  | 'invalid_email'
  | 'missing_data'
  | 'refused_text'
  | 'too_many_mails'

/** A person with complete data. */
export type CheckedPerson = { firstName: string; lastName: string; email: string; role: string; area: string }

/** The result of validating a person's data. */
export type Checked =
  | { ok: true; person: CheckedPerson }
  | { ok: false; outcome: 'invalid_email' | 'missing_data' | 'refused_text'; problem: string }

/** One row of the dry run. */
export type PlannedRow = { number: number; written: ListedPerson; outcome: PlannedOutcome; problem: string }

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
      number: index + 1,
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
export type ListedPerson = { firstName: string; lastName: string; email: string; role: string; area: string }

const FIELDS = ['firstName', 'lastName', 'email', 'role', 'area'] as const
type Column = (typeof FIELDS)[number] | 'fullName'

/** The template's titles in order, which a list without titles follows. */
export const TEMPLATE: readonly (readonly string[])[] = [
  ['Nombre', 'Apellido', 'Email', 'Rol', 'Área'],
  ['Camila', 'Pérez', 'camila.perez@empresa.example', 'Gerente', 'Operaciones'],
  ['Pedro', 'Soto', 'pedro.soto@empresa.example', 'Analista', 'Finanzas'],
]

/** A list as text, to correct and paste again. */
export const listText = (people: readonly ListedPerson[]): string =>
  joinCells([TEMPLATE[0] ?? [], ...people.map(person => FIELDS.map(field => person[field]))])

/** The template's example people, skipped when they were not removed. */
const isExample = ({ email }: ListedPerson): boolean => email.toLowerCase().endsWith('@empresa.example')

/** Accepted column titles, without accents and in lower case. */
const TITLES: Readonly<Record<string, Column>> = {
  nombre: 'firstName',
  nombres: 'firstName',
  'primer nombre': 'firstName',
  apellido: 'lastName',
  apellidos: 'lastName',
  'nombre completo': 'fullName',
  'nombre y apellido': 'fullName',
  participante: 'fullName',
  email: 'email',
  'e-mail': 'email',
  mail: 'email',
  correo: 'email',
  'correo electronico': 'email',
  rol: 'role',
  cargo: 'role',
  puesto: 'role',
  'rol / cargo': 'role',
  area: 'area',
  departamento: 'area',
  unidad: 'area',
}

/** Characters stored of a cell: enough to show what is wrong with it. */
const MAX_CELL = 300

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[\s:*]+/g, ' ')
    .trim()
    .toLowerCase()

export type ListFailure = { code: 'empty' | 'no_email_column' | 'too_many' }

/**
 * The people in a sheet. The first row names the columns, in any order; without titles the template's order applies. A
 * list of e-mails alone is accepted too: missing data are reported per person.
 */
export function readPeople(table: readonly (readonly string[])[]): Result<ListedPerson[], ListFailure> {
  const [first] = table
  if (!first) return err({ code: 'empty' })
  const titled = first.map(title => TITLES[plain(title)])
  const hasTitles = !first.some(cell => cell.includes('@'))
  if (hasTitles && !titled.includes('email')) return err({ code: 'no_email_column' })
  const rows = hasTitles ? table.slice(1) : table
  const columns = hasTitles ? titled : first.length === 1 ? (['email'] as const) : FIELDS
  const people = rows.map(row => toPerson(row, columns)).filter(person => !isExample(person))
  if (people.length === 0) return err({ code: 'empty' })
  return people.length > MAX_PEOPLE ? err({ code: 'too_many' }) : ok(people)
}

function toPerson(row: readonly string[], columns: readonly (Column | undefined)[]): ListedPerson {
  const cell = (column: Column): string => {
    const at = columns.indexOf(column)
    return at < 0 ? '' : (row[at] ?? '').toWellFormed().replaceAll('\0', '').trim().slice(0, MAX_CELL)
  }
  // A single 'Nombre' column contains the full name.
  const whole = splitName(cell(columns.includes('lastName') ? 'fullName' : 'firstName') || cell('fullName'))
  return {
    firstName: columns.includes('lastName') ? cell('firstName') || whole.first_name : whole.first_name,
    lastName: cell('lastName') || whole.last_name,
    email: cell('email'),
    role: cell('role'),
    area: cell('area'),
  }
}

const ROLE_KEYS = new Map(Object.entries(JOB_ROLES).flatMap(([key, label]) => [[plain(label), key]] as const))

/** A role of the invite form by its label, ignoring case and accents; any other text is unchanged. */
export const roleOf = (written: string): string => ROLE_KEYS.get(plain(written)) ?? written

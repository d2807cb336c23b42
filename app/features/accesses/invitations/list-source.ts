import { z } from 'zod'
import { err, ok, type Result } from '#app/kernel/result.ts'
import {
  type ListColumn,
  type ListedPerson,
  type ListFailure,
  MAX_PEOPLE,
  plainTitle,
  TITLES,
  toPeople,
} from './invitation-list.ts'

/** Columns and characters that are stored of a sheet: enough to choose from, and to show what is wrong with a cell. */
const MAX_COLUMNS = 30
const MAX_CELL = 300
/** Characters that are stored of a whole file. Sheets beyond them cannot be chosen. */
const MAX_STORED = 3_000_000
/** Rows among which the titles are found, and can be chosen. */
export const TITLE_ROWS = 20

const numberedRow = z.object({ number: z.number(), cells: z.array(z.string()) })
const column = z
  .number()
  .int()
  .min(0)
  .max(MAX_COLUMNS - 1)
  .nullable()

/** Which column of a sheet holds what; null: none. */
const columnsSchema = z.object({
  email: column,
  fullName: column,
  firstName: column,
  lastName: column,
  role: column,
  area: column,
})
export type ListColumns = z.infer<typeof columnsSchema>

/** How a file is read: a sheet by its place, the number of the row with the titles (null: there is none), and the columns. */
const readingSchema = z.object({
  sheet: z.number().int().min(0),
  titles: z.number().nullable(),
  columns: columnsSchema,
})
export type Reading = z.infer<typeof readingSchema>

/** The sheets of an uploaded list, or a pasted one as a sheet without a name, and how they are read. */
export const storedSource = z.object({
  sheets: z.array(z.object({ name: z.string(), rows: z.array(numberedRow) })),
  reading: readingSchema,
})
export type ListSource = z.infer<typeof storedSource>
export type SourceSheet = ListSource['sheets'][number]

const LIST_COLUMNS = ['email', 'firstName', 'lastName', 'fullName', 'role', 'area'] as const satisfies ListColumn[]

const NO_COLUMNS: ListColumns = {
  email: null,
  fullName: null,
  firstName: null,
  lastName: null,
  role: null,
  area: null,
}

/** Sheets as they are stored: bounded, as text that a database takes. Undefined: the first one is too large. */
function boundedSheets(sheets: readonly SourceSheet[]): SourceSheet[] | undefined {
  const bounded: SourceSheet[] = []
  let size = 0
  for (const { name, rows } of sheets) {
    const sheet = {
      name: storable(name),
      rows: rows.map(row => ({ number: row.number, cells: row.cells.slice(0, MAX_COLUMNS).map(storable) })),
    }
    for (const row of sheet.rows) for (const cell of row.cells) size += cell.length + 4
    if (size > MAX_STORED) break
    bounded.push(sheet)
  }
  return bounded.length === 0 && sheets.length > 0 ? undefined : bounded
}

const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '').trim().slice(0, MAX_CELL)

const titleOf = (cell: string): ListColumn | undefined => TITLES[plainTitle(cell)]

/**
 * How a sheet is probably read. The titles are the first row that names an e-mail column; without one, the row above the first e-mail if it
 * is no person, and then the column of that e-mail is taken. Undefined: the sheet has no e-mail.
 */
function guessReading(sheet: SourceSheet | undefined, at: number): Reading | undefined {
  const titled = sheet?.rows.slice(0, TITLE_ROWS).find(({ cells }) => cells.some(cell => titleOf(cell) === 'email'))
  if (titled) return { sheet: at, titles: titled.number, columns: columnsOf(titled.cells) }
  const place = sheet?.rows.findIndex(({ cells }) => cells.some(cell => cell.includes('@'))) ?? -1
  const first = sheet?.rows[place]
  if (!sheet || !first) return undefined
  const email = first.cells.findIndex(cell => cell.includes('@'))
  const above = sheet.rows[place - 1]
  if (above) return { sheet: at, titles: above.number, columns: { ...columnsOf(above.cells), email } }
  const columns =
    email === 2 ? { ...NO_COLUMNS, firstName: 0, lastName: 1, email, role: 3, area: 4 } : { ...NO_COLUMNS, email }
  return { sheet: at, titles: null, columns }
}

/** The columns that a row of titles names; the first of each. */
function columnsOf(titles: readonly string[]): ListColumns {
  const columns = { ...NO_COLUMNS }
  for (const [at, title] of titles.entries()) {
    const known = titleOf(title)
    if (known !== undefined && columns[known] === null) columns[known] = at
  }
  // A single 'Nombre' column contains the full name.
  if (columns.lastName === null && columns.fullName === null && columns.firstName !== null) {
    columns.fullName = columns.firstName
    columns.firstName = null
  }
  return columns
}

/** An uploaded or pasted list with its probable reading: of its first sheet in which people are found. */
export function readSource(
  sheets: readonly SourceSheet[],
): Result<{ source: ListSource; people: ListedPerson[] }, ListFailure> {
  const bounded = boundedSheets(sheets)
  if (!bounded) return err({ code: 'too_wide' })
  let failure: ListFailure = { code: 'empty' }
  for (const [at, sheet] of bounded.entries()) {
    const reading = guessReading(sheet, at)
    const read = reading ? readPeople(sheet, reading) : err(withoutEmail(sheet))
    if (read.ok && reading) return ok({ source: { sheets: bounded, reading }, people: read.value })
    if (!read.ok && (at === 0 || failure.code === 'empty')) failure = read.error
  }
  return err(failure)
}

const withoutEmail = ({ rows }: SourceSheet): ListFailure => ({ code: rows.length === 0 ? 'empty' : 'no_email_column' })

/** The people of a sheet, below its titles, each with the number of its row. */
function readPeople(
  sheet: SourceSheet,
  { titles, columns }: Pick<Reading, 'titles' | 'columns'>,
): Result<ListedPerson[], ListFailure> {
  if (columns.email === null) return err({ code: 'no_email_column' })
  const people = toPeople(
    sheet.rows.filter(({ number }) => titles === null || number > titles),
    columns,
  )
  if (people.length === 0) return err({ code: 'empty' })
  return people.length > MAX_PEOPLE ? err({ code: 'too_many' }) : ok(people)
}

/** What an owner asks for when a list is read in another way, as a form sends it. */
const readingForm = z.object({
  sheet: z.coerce.number().int().min(0).max(100),
  // The sheet and titles that the columns were shown for: those of another sheet or row mean nothing.
  shownSheet: z.coerce.number().int(),
  shownTitles: z.string().max(10),
  titles: z.string().regex(/^\d{0,7}$/),
})

/** The reading that a form asks for, from the stored file. Another sheet is guessed anew, and so are the columns of other titles. */
export function changedReading(
  source: ListSource,
  form: Record<string, unknown>,
): Result<{ source: ListSource; people: ListedPerson[] }, ListFailure> {
  const parsed = readingForm.safeParse(form)
  const sheet = parsed.success ? source.sheets[parsed.data.sheet] : undefined
  if (!parsed.success || !sheet) return err({ code: 'unknown_sheet' })
  const reading = requestedReading(sheet, parsed.data, form)
  if (!reading.ok) return reading
  const people = readPeople(sheet, reading.value)
  return people.ok ? ok({ source: { ...source, reading: reading.value }, people: people.value }) : people
}

function requestedReading(
  sheet: SourceSheet,
  asked: { sheet: number; shownSheet: number; titles: string; shownTitles: string },
  form: Record<string, unknown>,
): Result<Reading, ListFailure> {
  if (asked.sheet !== asked.shownSheet) {
    const guessed = guessReading(sheet, asked.sheet)
    return guessed ? ok(guessed) : err(withoutEmail(sheet))
  }
  const titles = asked.titles === '' ? null : Number(asked.titles)
  const row = sheet.rows.find(({ number }) => number === titles)
  const shown = Object.fromEntries(
    LIST_COLUMNS.map(name => [name, typeof form[name] === 'string' && form[name] !== '' ? Number(form[name]) : null]),
  )
  const chosen = columnsSchema.safeParse(shown)
  if (!chosen.success || (titles !== null && !row)) return err({ code: 'unknown_sheet' })
  const isMoved = asked.titles !== asked.shownTitles && row !== undefined
  const named = isMoved ? columnsOf(row.cells) : chosen.data
  return ok({ sheet: asked.sheet, titles, columns: { ...named, email: named.email ?? chosen.data.email } })
}

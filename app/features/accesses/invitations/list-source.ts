import { z } from 'zod'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { cutText, storable } from '#app/kernel/text.ts'
import { type ListedPerson, type ListFailure, MAX_PEOPLE, toPeople } from './invitation-list.ts'
import { columnsOf, columnsSchema, LIST_COLUMNS, NO_COLUMNS, titlesOf } from './list-columns.ts'
import { NAME_ORDERS, type NameOrder, nameOrderOf } from './person-names.ts'

/** Characters that are stored of a cell: enough to show what is wrong with it. */
const MAX_CELL = 300
/** Characters that are stored of a whole file. Sheets beyond them cannot be chosen. */
const MAX_STORED = 3_000_000
/** Rows among which the titles are found, and can be chosen. */
export const TITLE_ROWS = 20

const numberedRow = z.object({ number: z.number(), cells: z.array(z.string()), guessed: z.boolean().optional() })
/** How a file is read: a sheet by its place, the number of the row with the titles (null: there is none), the columns, and the order of full names. */
const readingSchema = z.object({
  sheet: z.number().int().min(0),
  titles: z.number().nullable(),
  columns: columnsSchema,
  nameOrder: z.enum(NAME_ORDERS),
})
export type Reading = z.infer<typeof readingSchema>

/** The sheets of an uploaded list, or a pasted one as a sheet without a name, and how they are read. */
export const storedSource = z.object({
  sheets: z.array(z.object({ name: z.string(), rows: z.array(numberedRow), notes: z.array(z.string()) })),
  reading: readingSchema,
})
export type ListSource = z.infer<typeof storedSource>
export type SourceSheet = ListSource['sheets'][number]

/** Sheets as they are stored: bounded, as text that a database takes. Undefined: the first one is too large. */
function boundedSheets(sheets: readonly SourceSheet[]): SourceSheet[] | undefined {
  const bounded: SourceSheet[] = []
  let size = 0
  for (const { name, rows, notes } of sheets) {
    const sheet = {
      name: storedCell(name),
      notes,
      rows: rows.map(row => ({ ...row, cells: row.cells.map(storedCell) })),
    }
    for (const row of sheet.rows) for (const cell of row.cells) size += cell.length + 4
    if (size > MAX_STORED) break
    bounded.push(sheet)
  }
  return bounded.length === 0 && sheets.length > 0 ? undefined : bounded
}

/** A cell as one line; a workbook's cell may have several. */
const storedCell = (text: string): string =>
  cutText(storable(text.replaceAll(/\s*[\r\n\v\f\u0085\u2028\u2029]\s*/g, ' ').trim()), MAX_CELL)

/**
 * How a sheet is probably read. Without a row that names an e-mail column, the titles are the row above the first e-mail if it is no person,
 * and then the column of that e-mail is taken. Undefined: the sheet has no e-mail.
 */
function guessReading(sheet: SourceSheet | undefined, at: number): Reading | undefined {
  const guess = sheet && guessColumns(sheet)
  return guess && { sheet: at, ...guess, nameOrder: guessOrder(sheet, guess) }
}

function guessColumns(sheet: SourceSheet): Pick<Reading, 'titles' | 'columns'> | undefined {
  const titled = titlesOf(sheet.rows.slice(0, TITLE_ROWS))
  if (titled) return { titles: titled.row.number, columns: titled.columns }
  const place = sheet.rows.findIndex(({ cells }) => cells.some(cell => cell.includes('@')))
  const first = sheet.rows[place]
  if (!first) return undefined
  const email = first.cells.findIndex(cell => cell.includes('@'))
  const above = sheet.rows[place - 1]
  if (above) return { titles: above.number, columns: { ...columnsOf(above.cells), email } }
  const columns =
    email === 2 ? { ...NO_COLUMNS, firstName: 0, lastName: 1, email, role: 3, area: 4 } : { ...NO_COLUMNS, email }
  return { titles: null, columns }
}

/** The order of the full names in a column, if one is read. */
function guessOrder({ rows }: SourceSheet, { titles, columns }: Pick<Reading, 'titles' | 'columns'>): NameOrder {
  const { fullName } = columns
  if (fullName === null) return 'first_last'
  const title = rows.find(({ number }) => number === titles)?.cells[fullName] ?? ''
  const below = rows.filter(({ number }) => titles === null || number > titles)
  return nameOrderOf(
    title,
    below.map(({ cells }) => cells[fullName] ?? ''),
  )
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
    if (!read.ok && (at === 0 || failure.code === 'empty')) failure = withNotes(read.error, sheet)
  }
  return err(failure)
}

const withNotes = (failure: ListFailure, { notes }: SourceSheet): ListFailure =>
  notes.length === 0 ? failure : { ...failure, notes }

const withoutEmail = ({ rows }: SourceSheet): ListFailure => ({ code: rows.length === 0 ? 'empty' : 'no_email_column' })

/** The people of a sheet, below its titles, each with the number of its row. */
function readPeople(
  sheet: SourceSheet,
  { titles, columns, nameOrder }: Omit<Reading, 'sheet'>,
): Result<ListedPerson[], ListFailure> {
  if (columns.email === null) return err({ code: 'no_email_column' })
  const people = toPeople(
    sheet.rows.filter(({ number }) => titles === null || number > titles),
    columns,
    nameOrder,
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
  nameOrder: z.enum(NAME_ORDERS).optional(),
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
  asked: z.infer<typeof readingForm>,
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
  const reading = { titles, columns: { ...named, email: named.email ?? chosen.data.email } }
  const nameOrder = (isMoved ? undefined : asked.nameOrder) ?? guessOrder(sheet, reading)
  return ok({ sheet: asked.sheet, ...reading, nameOrder })
}

import { z } from 'zod'
import { err, ok, type Result } from '#app/kernel/result.ts'
import {
  askedReading,
  boundedSheets,
  readingSchema,
  type SourceSheet,
  sourceSchema,
} from '#app/platform/sheets/sheet-source.ts'
import { type ListedPerson, type ListFailure, MAX_PEOPLE, toPeople } from './invitation-list.ts'
import { columnsOf, LIST_COLUMNS, NO_COLUMNS, titlesOf } from './list-columns.ts'
import { NAME_ORDERS, type NameOrder, nameOrderOf } from './person-names.ts'

/** Rows among which the titles are found, and can be chosen. */
export const TITLE_ROWS = 20

const nameOrder = z.enum(NAME_ORDERS)

/** The sheets of an uploaded list, and how they are read, with the order of full names. */
export const storedSource = sourceSchema(readingSchema(LIST_COLUMNS).extend({ nameOrder }))
export type ListSource = z.infer<typeof storedSource>
export type Reading = ListSource['reading']

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

/** The reading that a form asks for, from the stored file. Another sheet is guessed anew, and so are the columns of other titles. */
export function changedReading(
  source: ListSource,
  form: Record<string, unknown>,
): Result<{ source: ListSource; people: ListedPerson[] }, ListFailure> {
  const asked = askedReading(source.sheets, form, LIST_COLUMNS)
  if (!asked.ok) return asked
  const { at, sheet, chosen } = asked.value
  const order = nameOrder.optional().safeParse(form.nameOrder)
  if (!order.success) return err({ code: 'unknown_sheet' })
  const reading = chosen ? chosenReading(sheet, at, chosen, order.data) : guessReading(sheet, at)
  if (!reading) return err(withoutEmail(sheet))
  const people = readPeople(sheet, reading)
  return people.ok ? ok({ source: { ...source, reading }, people: people.value }) : people
}

type Chosen = Pick<Reading, 'titles' | 'columns'> & { newTitles: string[] | undefined }

function chosenReading(
  sheet: SourceSheet,
  at: number,
  { titles, columns, newTitles }: Chosen,
  order: NameOrder | undefined,
): Reading {
  const named = newTitles ? columnsOf(newTitles) : columns
  const reading = { titles, columns: { ...named, email: named.email ?? columns.email } }
  return { sheet: at, ...reading, nameOrder: (newTitles ? undefined : order) ?? guessOrder(sheet, reading) }
}

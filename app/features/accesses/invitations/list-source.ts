import { z } from 'zod'
import { err, ok, type Result } from '#app/kernel/result.ts'
import type { NumberedRow } from '#app/platform/sheets/delimited.ts'
import { nowhere, type Places } from '#app/platform/sheets/file-notes.ts'
import { plainText } from '#app/platform/sheets/plain-text.ts'
import {
  askedReading,
  boundedSheets,
  readingSchema,
  type SourceSheet,
  sourceSchema,
} from '#app/platform/sheets/sheet-source.ts'
import { type ListColumn, type ListedPerson, type ListFailure, MAX_PEOPLE, toPeople } from './invitation-list.ts'
import { guessNameOrder, NAME_ORDERS, type NameOrder } from './person-names.ts'

const LIST_COLUMNS = [
  'email',
  'firstName',
  'secondName',
  'lastName',
  'secondLastName',
  'fullName',
  'role',
  'area',
] as const satisfies ListColumn[]

type ListColumns = Places<ListColumn>

const NO_COLUMNS: ListColumns = nowhere(LIST_COLUMNS)

const MAIL = '(?:e ?mails?|mails?|correos?(?: e?lectronicos?)?|casilla(?: electronica)?)'
const WHOSE =
  '(?:corporativ[oa]|institucional|laboral|empresa|de (?:la )?empresa|trabajo|del? trabajo|contacto|de contacto|principal)'
const PERSON =
  '(?:participante|persona|trabajador|colaborador|funcionari[oa]|emplead[oa]|integrante|alumn[oa]|estudiante|docente|profesor|profesional|usuari[oa]|encuestad[oa]|evaluad[oa]|respondente|miembro|soci[oa]|asistente|invitad[oa])(?:e?s)?'
/** What has names, posts, areas and addresses beside the person whom a row is about. */
const SUPERIOR = 'jefes?|jefa|jefatura|supervisora?|evaluadora?|lider'
const OTHERS = `(?:${SUPERIOR}|empresa|compania|sucursal|curso|archivo|cliente|proyecto|emergencia)`
/** What says something about a post or an area, but not which one it is. */
const NO_NAME =
  '(?:codigo|cod|id|rut|unico|tributario|nivel|grado|familia|fecha|fono|telefono|anexo|correo|e ?mail|mail)'
const AREA =
  '(?:area|departamento|depto|dpto|dep|dept|gerencia|sub ?gerencia|gcia|subgcia|unidad|division|seccion|direccion|sub ?direccion|jefatura de area)'

/**
 * Titles of what people keep in lists and what programs export (personnel files in Chile, Outlook, Google, Microsoft 365), as `titleKey`
 * has them, the likeliest first: where several columns fit, the likeliest title counts.
 */
const TITLES: Readonly<Record<ListColumn, readonly RegExp[]>> = {
  email: [
    new RegExp(`^${MAIL}(?: ${WHOSE})?$`),
    new RegExp(`^(?:direccion(?: de)?|casilla(?: de)?) ${MAIL}(?: ${WHOSE})?$`),
    /^(?:work |business |company |primary |corporate )?e ?mail(?: address)?$/,
    new RegExp(`^${MAIL} (?:1|1 value|del? ${PERSON}|${PERSON})$`),
    /^user ?principal ?name$|^upn$/,
    new RegExp(
      `^(?:(?:su|tu|indique|ingrese)(?: su)? )?${MAIL}(?! (?:.* )?(?:tipo|type|label|display|mostrar|${OTHERS})\\b)(?: .+)?$`,
    ),
  ],
  firstName: [
    /^nombres?$/,
    /^(?:(?:primer|1) nombre|nombre 1|nombres? de pila|nombres? del? participante)$/,
    /^(?:(?:first|given) ?names?|first)$/,
    /^nombres? (?:social|preferido)$/,
  ],
  secondName: [/^(?:(?:segundos?|otros|2) nombres?|nombre 2)$/, /^(?:middle|second) ?names?$/],
  lastName: [
    /^apellidos?$/,
    /^(?:(?:primer|1) apellido|apellido (?:1|i|p|pat)|(?:apellido|ap|a|apell) paterno|ap(?:ell)? pat|paterno)$/,
    /^(?:last ?names?|surnames?|family ?names?|last)$/,
    new RegExp(`^(?!.*\\b(?:nombres?|2|ii|segundo|materno|mat|m|${OTHERS})\\b)(?:.* )?(?:apellidos?|paterno)(?: .+)?$`),
  ],
  secondLastName: [
    /^(?:(?:segundo|2) apellido|apellido (?:2|ii|m|mat)|(?:apellido|ap|a|apell) materno|ap(?:ell)? mat|materno)$/,
    /^second ?last ?name$/,
    new RegExp(`^(?!.*\\b(?:nombres?|paterno|${OTHERS})\\b)(?:.* )?(?:(?:2|segundo) apellido|materno)(?: .+)?$`),
  ],
  fullName: [
    /^nombres? (?:completos?|(?:y )?apellidos?)$/,
    /^apellidos?(?: paterno(?: y)?(?: materno)?)? (?:y )?nombres?$/,
    /^(?:full|employee|display) ?name$/,
    new RegExp(`^(?:nombres? (?:completo )?(?:del? )?(?:la |el )?)?${PERSON}$`),
    /^(?:name|nombre para mostrar|razon social del trabajador)$/,
    new RegExp(`^(?!.*\\b${OTHERS}\\b)nombres? completos? .+$`),
    new RegExp(`^(?!.*\\b${OTHERS}\\b)(?:nombres? .*apellidos?|apellidos? .*nombres?)\\b`),
  ],
  role: [
    /^(?:rol|cargo|puesto)s?$/,
    /^(?:rol cargo|cargo rol|rol o cargo|cargo o rol|cargo actual|puesto de trabajo|nombre del? (?:cargo|puesto))$/,
    /^(?:job ?title|position|role|job)$/,
    /^(?:funcion|ocupacion|estamento|profesion)$/,
    new RegExp(`^(?:cargo|puesto|rol|funcion)s? (?!(?:.* )?(?:${SUPERIOR}|${NO_NAME})\\b).+$`),
  ],
  area: [
    /^areas?$/,
    /^(?:departamento|depto|dpto|gerencia|unidad|division|seccion)$/,
    /^(?:area|unidad|departamento|gerencia) (?:de|o) (?:trabajo|negocio|desempeno|area|departamento|gerencia|unidad)$/,
    /^(?:department|business unit|area name|nombre del? area)$/,
    /^(?:sub ?gerencia|sub ?direccion|gcia|subgcia|dep|dept|direccion o area|equipo|team)$/,
    /^(?:centro de costos?|ceco|cost center)$/,
    new RegExp(`^(?!direccion)${AREA}s? (?!(?:.* )?(?:${SUPERIOR}|${NO_NAME}|medida|estudio)\\b).+$`),
  ],
}

/**
 * A title as it is compared: plain words, also where a program writes `apellidoPaterno` or `Apellido1`, numerals for ordinals, and without
 * the endings of gender and number that people put in brackets or after a slash.
 */
const titleKey = (title: string): string =>
  plainText(
    title
      .replaceAll(/(?<=\p{Ll})(?=\p{Lu}|\d)/gu, ' ')
      .replaceAll(/(?<![\p{L}\p{N}])([12])(?:\.|er|ro|ra|do|da|[°ºª])+(?!\p{L})/giu, '$1 ')
      .replaceAll(/\((?:e?s|as?|o|os)\)|(?<=\p{L})\/(?:as?|os?|e?s)(?!\p{L})/giu, ''),
  )

/** How likely a title names a column, 0 first; undefined: it does not. */
function rankTitle(title: string, name: ListColumn): number | undefined {
  const at = TITLES[name].findIndex(pattern => pattern.test(title))
  return at < 0 ? undefined : at
}

/** The columns that a row of titles names; of several that fit, the likeliest, and the first of equals. */
function matchColumns(titles: readonly string[]): ListColumns {
  const columns = { ...NO_COLUMNS }
  // An address is nobody's title, also where it begins like one.
  const keys = titles.map(title => (/@./.test(title) ? '' : titleKey(title)))
  for (const name of LIST_COLUMNS) {
    let best: { at: number; rank: number } | undefined
    for (const [at, key] of keys.entries()) {
      const rank = rankTitle(key, name)
      if (rank !== undefined && (!best || rank < best.rank)) best = { at, rank }
    }
    columns[name] = best?.at ?? null
  }
  // A single 'Nombre' column contains the full name.
  if (columns.lastName === null && columns.fullName === null && columns.firstName !== null) {
    columns.fullName = columns.firstName
    columns.firstName = null
  }
  return columns
}

/** The titles of a sheet: of its first rows, the one that names an e-mail column and most others besides. */
function findTitles(rows: readonly NumberedRow[]): { row: NumberedRow; columns: ListColumns } | undefined {
  const named = rows
    .map(row => ({ row, columns: matchColumns(row.cells) }))
    .filter(({ columns }) => columns.email !== null)
  const count = (columns: ListColumns) => LIST_COLUMNS.filter(name => columns[name] !== null).length
  return named.toSorted((a, b) => count(b.columns) - count(a.columns))[0]
}

/** Rows among which the titles are found, and can be selected. */
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
  const titled = findTitles(sheet.rows.slice(0, TITLE_ROWS))
  if (titled) return { titles: titled.row.number, columns: titled.columns }
  const place = sheet.rows.findIndex(({ cells }) => cells.some(cell => cell.includes('@')))
  const first = sheet.rows[place]
  if (!first) return undefined
  const email = first.cells.findIndex(cell => cell.includes('@'))
  const above = sheet.rows[place - 1]
  if (above) return { titles: above.number, columns: { ...matchColumns(above.cells), email } }
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
  return guessNameOrder(
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
  const { at, sheet, selected } = asked.value
  const order = nameOrder.optional().safeParse(form.nameOrder)
  if (!order.success) return err({ code: 'unknown_sheet' })
  const reading = selected ? selectedReading(sheet, at, selected, order.data) : guessReading(sheet, at)
  if (!reading) return err(withoutEmail(sheet))
  const people = readPeople(sheet, reading)
  return people.ok ? ok({ source: { ...source, reading }, people: people.value }) : people
}

type Selected = Pick<Reading, 'titles' | 'columns'> & { newTitles: string[] | undefined }

function selectedReading(
  sheet: SourceSheet,
  at: number,
  { titles, columns, newTitles }: Selected,
  order: NameOrder | undefined,
): Reading {
  const named = newTitles ? matchColumns(newTitles) : columns
  const reading = { titles, columns: { ...named, email: named.email ?? columns.email } }
  return { sheet: at, ...reading, nameOrder: (newTitles ? undefined : order) ?? guessOrder(sheet, reading) }
}

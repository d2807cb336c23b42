import { z } from 'zod'
import type { NumberedRow } from '#app/platform/sheets/delimited.ts'
import { plainText } from '#app/platform/sheets/plain-text.ts'
import type { ListColumn } from './invitation-list.ts'

/** Columns of a sheet of Excel. */
const MAX_COLUMNS = 16_384

const column = z
  .number()
  .int()
  .min(0)
  .max(MAX_COLUMNS - 1)
  .nullable()

/** Which column of a sheet holds what; null: none. */
export const columnsSchema = z.object({
  email: column,
  fullName: column,
  firstName: column,
  secondName: column,
  lastName: column,
  secondLastName: column,
  role: column,
  area: column,
})
export type ListColumns = z.infer<typeof columnsSchema>

export const LIST_COLUMNS = [
  'email',
  'firstName',
  'secondName',
  'lastName',
  'secondLastName',
  'fullName',
  'role',
  'area',
] as const satisfies ListColumn[]

export const NO_COLUMNS: ListColumns = {
  email: null,
  fullName: null,
  firstName: null,
  secondName: null,
  lastName: null,
  secondLastName: null,
  role: null,
  area: null,
}

const MAIL = '(?:e ?mails?|mails?|correos?(?: e?lectronicos?)?)'
const WHOSE =
  '(?:corporativ[oa]|institucional|laboral|empresa|de (?:la )?empresa|trabajo|del? trabajo|contacto|de contacto|principal)'
const PERSON =
  '(?:participante|persona|trabajador(?: a)?|colaborador(?: a)?|funcionari[oa]|emplead[oa]|integrante|alumn[oa])'

/**
 * Titles of what people keep in lists and what programs export (personnel files in Chile, Outlook, Google, Microsoft 365), the likeliest
 * first: where several columns fit, the likeliest title counts.
 */
const TITLES: Readonly<Record<ListColumn, readonly RegExp[]>> = {
  email: [
    new RegExp(`^${MAIL}(?: ${WHOSE})?$`),
    new RegExp(`^(?:direccion(?: de)?|casilla(?: de)?) ${MAIL}(?: ${WHOSE})?$`),
    /^(?:work |business |company |primary |corporate )?e ?mail(?: address)?$/,
    new RegExp(`^${MAIL} (?:1|1 value|del? ${PERSON}|${PERSON})$`),
    /^user ?principal ?name$|^upn$/,
    new RegExp(`^${MAIL} (?!.*(?:tipo|type|label|jef[ea]|supervisor|display|mostrar)).+$`),
  ],
  firstName: [
    /^nombres?( s)?$/,
    /^(?:primer nombre|nombres? de pila|nombres? del? participante)$/,
    /^(?:first|given) ?names?$/,
  ],
  secondName: [/^(?:segundos?|otros) nombres?$/, /^(?:middle|second) ?names?$/],
  lastName: [
    /^apellidos?( s)?$/,
    /^(?:primer apellido|apellido 1|(?:apellido|ap) paterno|paterno)$/,
    /^(?:last ?names?|surnames?|family ?names?)$/,
  ],
  secondLastName: [/^(?:segundo apellido|apellido 2|(?:apellido|ap) materno|materno)$/, /^second ?last ?name$/],
  fullName: [
    /^nombres? (?:completos?|y apellidos?|apellidos?)$/,
    /^apellidos?(?: paterno(?: y)?(?: materno)?)? (?:y )?nombres?$/,
    /^(?:full|employee|display) ?name$/,
    new RegExp(`^(?:nombres? (?:completo )?(?:del? )?(?:la )?)?${PERSON}s?$`),
    /^(?:name|nombre para mostrar|razon social del trabajador)$/,
  ],
  role: [
    /^(?:rol|cargo|puesto)s?$/,
    /^(?:rol cargo|cargo rol|rol o cargo|cargo o rol|cargo actual|puesto de trabajo|nombre del? (?:cargo|puesto))$/,
    /^(?:job ?title|position|role|job)$/,
    /^(?:funcion|ocupacion)$/,
  ],
  area: [
    /^areas?$/,
    /^(?:departamento|depto|dpto|gerencia|unidad|division|seccion)$/,
    /^(?:area|unidad|departamento|gerencia) (?:de|o) (?:trabajo|negocio|desempeno|area|departamento|gerencia|unidad)$/,
    /^(?:department|business unit|area name|nombre del? area)$/,
    /^(?:subgerencia|direccion o area|equipo|team)$/,
    /^(?:centro de costos?|ceco|cost center)$/,
  ],
}

/** How likely a title names a column, 0 first; undefined: it does not. */
function rankOf(title: string, name: ListColumn): number | undefined {
  const at = TITLES[name].findIndex(pattern => pattern.test(title))
  return at < 0 ? undefined : at
}

/** The columns that a row of titles names; of several that fit, the likeliest, and the first of equals. */
export function columnsOf(titles: readonly string[]): ListColumns {
  const columns = { ...NO_COLUMNS }
  const keys = titles.map(plainText)
  for (const name of LIST_COLUMNS) {
    let best: { at: number; rank: number } | undefined
    for (const [at, key] of keys.entries()) {
      const rank = rankOf(key, name)
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
export function titlesOf(rows: readonly NumberedRow[]): { row: NumberedRow; columns: ListColumns } | undefined {
  const named = rows
    .map(row => ({ row, columns: columnsOf(row.cells) }))
    .filter(({ columns }) => columns.email !== null)
  const count = (columns: ListColumns) => LIST_COLUMNS.filter(name => columns[name] !== null).length
  return named.toSorted((a, b) => count(b.columns) - count(a.columns))[0]
}

import type { NumberedRow } from '#app/platform/sheets/delimited.ts'
import { nowhere, type Places } from '#app/platform/sheets/file-notes.ts'
import { plainText } from '#app/platform/sheets/plain-text.ts'
import type { ListColumn } from './invitation-list.ts'

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

export type ListColumns = Places<ListColumn>

export const NO_COLUMNS: ListColumns = nowhere(LIST_COLUMNS)

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
function rankOf(title: string, name: ListColumn): number | undefined {
  const at = TITLES[name].findIndex(pattern => pattern.test(title))
  return at < 0 ? undefined : at
}

/** The columns that a row of titles names; of several that fit, the likeliest, and the first of equals. */
export function columnsOf(titles: readonly string[]): ListColumns {
  const columns = { ...NO_COLUMNS }
  // An address is nobody's title, also where it begins like one.
  const keys = titles.map(title => (/@./.test(title) ? '' : titleKey(title)))
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

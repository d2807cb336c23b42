import { countOf } from '#app/kernel/format.ts'
import { GUESSED_ENCODINGS, type GuessedEncoding } from './encoding.ts'
import type { ReadSheet, ReadWorkbook } from './xlsx.server.ts'

/** What a file is that is no list, by its content: people rename files, and banks call web pages `.xls`. */
export const FILE_KINDS = {
  empty: 'está vacío',
  pdf: 'es un PDF',
  image: 'es una imagen',
  old_excel: 'es una planilla de Excel antiguo (.xls)',
  locked_excel: 'es una planilla con contraseña',
  binary_excel: 'es una planilla binaria de Excel (.xlsb)',
  ods: 'es una planilla de LibreOffice (.ods)',
  numbers: 'es una planilla de Numbers',
  word: 'es un documento de Word',
  slides: 'es una presentación',
  xml_excel: 'es una planilla XML de Excel 2003',
  html: 'es una página web (HTML), aunque su nombre diga otra cosa',
  rich_text: 'es un texto con formato (RTF)',
  xml: 'es un documento XML',
  json: 'es un archivo de datos (JSON) o un acceso directo a una planilla de Google',
  shortcut: 'es un acceso directo a una página',
  calendar: 'es un calendario',
  saved_mail: 'es un correo o una página web guardados',
  old_sheet: 'es una planilla de un formato antiguo',
  contacts: 'es una tarjeta de contactos (vCard)',
  archive: 'es un archivo comprimido',
  program: 'es un programa',
  media: 'es un audio o un video',
  binary: 'no es un texto ni una planilla',
  zip64: 'está comprimido como archivo gigante (ZIP64)',
  damaged: 'la planilla está dañada',
  too_complex: 'tiene demasiadas celdas o partes para una lista',
} as const
export type FileKind = keyof typeof FILE_KINDS

/** Names of rows, columns or sheets that are listed; of further ones there is the count. */
const MAX_LISTED = 10

/** The letters of a column, from 0: A to Z, then AA. */
export const columnLetters = (at: number): string =>
  (at < 26 ? '' : columnLetters(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))

/** Which column of a sheet holds what, by its place from 0; null: none. */
export type Places<Column extends string> = Record<Column, number | null>

/** No column of a sheet. */
export const nowhere = <Column extends string>(columns: readonly Column[]): Places<Column> =>
  Object.fromEntries(columns.map(column => [column, null])) as Places<Column>

/** «a», «b» and «c», or the first ones and how many more. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_LISTED)
  const more = names.length - shown.length
  if (more > 0) return `${shown.join(', ')} y ${more} más`
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} y ${shown.at(-1)}`
}

/** What a text's reader guessed. */
export const notesOfText = (guessed: GuessedEncoding | null): string[] =>
  guessed === null
    ? []
    : [
        `El archivo no dice cómo están escritas sus letras: supusimos ${GUESSED_ENCODINGS[guessed]}. Revisa tildes y eñes en la lista.`,
      ]

/** What a workbook's program does not show, and is not read. */
export function notesOfWorkbook({ hiddenSheets, unreadSheets }: ReadWorkbook, sheet: ReadSheet): string[] {
  const { hiddenRows, hiddenColumns, uncomputed } = sheet
  const notes: string[] = []
  if (hiddenRows.length > 0) {
    const rows = countOf(hiddenRows.length, 'fila oculta', 'filas ocultas')
    notes.push(
      `No leímos ${rows} en la planilla, por un filtro o a mano: ${hiddenRows.length === 1 ? 'la' : 'las'} ${listed(hiddenRows.map(String))}. Si ${hiddenRows.length === 1 ? 'va' : 'van'}, muéstrala${hiddenRows.length === 1 ? '' : 's'} y sube el archivo otra vez.`,
    )
  }
  if (hiddenColumns.length > 0) {
    notes.push(
      `No leímos ${countOf(hiddenColumns.length, 'columna oculta', 'columnas ocultas')} en la planilla: ${listed(hiddenColumns.map(columnLetters))}.`,
    )
  }
  if (hiddenSheets.length > 0) {
    notes.push(
      `No leímos ${countOf(hiddenSheets.length, 'hoja oculta', 'hojas ocultas')}: ${listed(hiddenSheets.map(name => `«${name}»`))}.`,
    )
  }
  if (unreadSheets.length > 0) {
    notes.push(`El archivo es muy grande: no leímos ${listed(unreadSheets.map(name => `«${name}»`))}.`)
  }
  if (uncomputed > 0) {
    notes.push(
      `${countOf(uncomputed, 'fórmula viene', 'fórmulas vienen')} sin su resultado. Abre la planilla, guárdala y súbela otra vez.`,
    )
  }
  return notes
}

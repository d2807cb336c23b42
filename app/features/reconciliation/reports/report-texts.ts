import { countOf, formatInteger } from '#app/kernel/format.ts'
import type { MovementKind, ReconciledGateway, ReportSource } from '#app/platform/database/values.ts'
import { unreadText } from '#app/platform/uploads/upload-texts.ts'
import { MAX_LINES } from './movement.ts'
import type { UploadFailure } from './report-upload.server.ts'

/** Bytes that a report may have. */
export const MAX_REPORT_BYTES = 4 * 1024 * 1024

export const SOURCE_NAMES: Readonly<Record<ReportSource, string>> = {
  sales: 'Reporte de ventas',
  settlement: 'Liquidación de abonos',
}

export const GATEWAY_NAMES: Readonly<Record<ReconciledGateway, string>> = {
  webpay: 'Transbank',
  simulator: 'Banco simulado',
}

export const MOVEMENT_NAMES: Readonly<Record<MovementKind, string>> = {
  sale: 'Venta',
  refund: 'Anulación',
  charge: 'Cobro',
  retention: 'Retención',
}

export const REPORT_TOO_LARGE = 'El archivo pesa más de 4 MB. Descarga un período más corto.'

/** Why a file was refused, and what to do. */
export function uploadFailureText(failure: UploadFailure | { code: 'too_long' }): string {
  switch (failure.code) {
    case 'nothing':
      return 'Elige un archivo.'
    case 'too_large':
      return REPORT_TOO_LARGE
    case 'unreadable':
    case 'busy':
      return unreadText(failure)
    case 'hidden_rows':
      return `El archivo tiene ${countOf(failure.rows, 'fila oculta', 'filas ocultas')}, por un filtro o a mano. No guardamos nada: muéstralas, guárdalo y súbelo otra vez.`
    case 'bad_period':
      return 'Revisa el período: la fecha de término no puede ser anterior a la de inicio.'
    case 'too_long':
      return 'El reporte cubre más de un año. Descarga un período más corto.'
    case 'no_table':
      return 'No encontramos la tabla de movimientos. Sube el reporte de ventas o la liquidación de abonos tal como los entrega el portal, con sus títulos.'
    case 'missing_columns':
      return `Al archivo (${SOURCE_NAMES[failure.source].toLowerCase()}) le ${failure.columns.length === 1 ? 'falta la columna' : 'faltan las columnas'} ${failure.columns.join(', ')}. No guardamos nada.`
    case 'bad_cell':
      return `No entendimos «${failure.text}» en la columna ${failure.column} de la fila ${formatInteger(failure.row)}. No guardamos nada: corrige el archivo o descárgalo otra vez.`
    case 'no_movements':
      return 'El archivo no trae movimientos. No guardamos nada.'
    case 'too_many':
      return `El archivo tiene más de ${countOf(MAX_LINES, 'movimiento', 'movimientos')}. Descarga un período más corto.`
  }
}

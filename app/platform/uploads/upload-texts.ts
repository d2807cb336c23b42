import { FILE_KINDS } from '#app/platform/sheets/file-notes.ts'
import type { UploadFailure } from './upload-reader.server.ts'

/**
 * The file that somebody chose in a form. Without one, a browser sends one without name and bytes; a selected one may be empty, as one of a
 * cloud folder that was never downloaded is, and is refused as such.
 */
export const selectedFile = (sent: FormDataEntryValue | null): File | undefined =>
  sent instanceof File && (sent.size > 0 || sent.name !== '') ? sent : undefined

/** Why a file was not read, and what to do. */
export function unreadText(failure: UploadFailure): string {
  if (failure.code === 'busy') {
    return 'Todavía estamos leyendo otros archivos. Espera unos segundos y vuelve a enviarlo.'
  }
  switch (failure.kind) {
    case 'too_complex':
      return `No pudimos leer el archivo: ${FILE_KINDS.too_complex}. Deja solo las filas y columnas que hacen falta y vuelve a intentarlo.`
    case 'locked_excel':
      return `No pudimos leer el archivo: ${FILE_KINDS.locked_excel}. Quítasela, guárdala como XLSX y vuelve a intentarlo.`
    case 'empty':
      return `No pudimos leer el archivo: ${FILE_KINDS.empty}. Ábrelo en tu computador, guárdalo otra vez y vuelve a intentarlo.`
    case 'archive':
      return `No pudimos leer el archivo: ${FILE_KINDS.archive}. Ábrelo y sube la planilla que trae.`
    default:
      return `No pudimos leer el archivo: ${FILE_KINDS[failure.kind]}. Guárdalo como CSV o XLSX y vuelve a intentarlo.`
  }
}

import { formatInteger } from '#app/kernel/format.ts'
import type { Tone } from '#app/kit/ui/tone.ts'
import { writeDelimited } from '#app/platform/sheets/delimited.ts'
import type { UploadFailure as UnreadFile } from '#app/platform/uploads/upload-reader.server.ts'
import { unreadText } from '#app/platform/uploads/upload-texts.ts'
import { type ListFailure, MAX_PEOPLE, type PlannedOutcome, type PlannedRow } from './invitation-list.ts'

export const TOO_LARGE = 'El archivo pesa más de 2 MB. Deja solo las columnas de la plantilla.'

/** What is wrong with the people of a list, and what to do. */
const LIST_TEXTS: Record<ListFailure['code'], string> = {
  empty: 'No encontramos personas en la lista. Agrega una por línea.',
  no_email_column: 'No encontramos la columna Email. Usa los títulos de la plantilla.',
  too_wide: 'La hoja tiene demasiado texto. Deja solo las columnas de la lista.',
  unknown_sheet: 'Esa hoja o esa fila de títulos no está en el archivo. Elige otra.',
  too_many: `La lista tiene más de ${formatInteger(MAX_PEOPLE)} personas. Divídela en varias.`,
}

/** Why a list was not read, with what was left out of its sheet. */
export const unreadListText = (failure: ListFailure | UnreadFile): string =>
  failure.code === 'unreadable' || failure.code === 'busy'
    ? unreadText(failure)
    : [LIST_TEXTS[failure.code], ...(failure.notes ?? [])].join(' ')

export const PLANNED_OUTCOMES: Record<PlannedOutcome, { label: string; tone: Tone; problem: string }> = {
  new: { label: 'Nueva', tone: 'good', problem: '' },
  duplicate: { label: 'Duplicada', tone: 'neutral', problem: 'Este correo ya está más arriba en la lista.' },
  already_invited: { label: 'Ya invitada', tone: 'neutral', problem: 'Este correo ya tiene un acceso.' },
  over_seats: { label: 'Sin asiento', tone: 'fair', problem: 'No quedan asientos para esta persona.' },
  invalid_email: { label: 'Correo inválido', tone: 'poor', problem: '' },
  missing_data: { label: 'Datos faltantes', tone: 'poor', problem: '' },
  refused_text: { label: 'Texto no permitido', tone: 'poor', problem: '' },
  sheet_error: { label: 'Error en la planilla', tone: 'poor', problem: '' },
  too_many_mails: {
    label: 'Demasiados correos',
    tone: 'fair',
    problem: 'Esta dirección ya recibió muchas invitaciones hoy. Inténtalo mañana.',
  },
}

const HEADER = ['Fila', 'Nombre', 'Apellido', 'Email', 'Cargo', 'Área', 'Resultado', 'Motivo']

/** The people of a dry run who would not be invited, with their rows in the sheet, as CSV to correct them there. */
export const leftOutText = (rows: readonly PlannedRow[]): string =>
  writeDelimited([
    HEADER,
    ...rows
      .filter(({ outcome }) => outcome !== 'new')
      .map(({ number, written, outcome, problem }) => [
        String(number),
        written.firstName,
        written.lastName,
        written.email,
        written.role,
        written.area,
        PLANNED_OUTCOMES[outcome].label,
        problem || PLANNED_OUTCOMES[outcome].problem,
      ]),
  ])

/** A file of the people who would not be invited. */
export const leftOutFile = (rows: readonly PlannedRow[]): Response =>
  new Response(leftOutText(rows), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="personas-fuera.csv"',
    },
  })

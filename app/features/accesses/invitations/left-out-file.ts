import { writeDelimited } from '#app/platform/sheets/delimited.ts'
import type { PlannedRow } from './invitation-list.ts'
import { PLANNED_OUTCOMES } from './invitation-list-texts.ts'

const HEADER = ['Fila', 'Nombre', 'Apellido', 'Email', 'Rol', 'Área', 'Resultado', 'Motivo']

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

/** The same as a download. */
export const leftOutFile = (rows: readonly PlannedRow[]): Response =>
  new Response(leftOutText(rows), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="personas-fuera.csv"',
    },
  })

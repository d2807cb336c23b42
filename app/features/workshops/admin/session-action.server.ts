import { type AttendanceFailure, recordAttendance } from '#app/features/workshops/record-attendance.server.ts'
import {
  cancelSession,
  type ScheduleFailure,
  scheduleSession,
} from '#app/features/workshops/schedule-session.server.ts'
import { SESSION_INTENTS, sessionIntent } from '#app/features/workshops/session.schema.ts'
import { countOf } from '#app/kernel/format.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { outcomeOf, type RefusalText } from '#app/kit/forms/answer-form.server.ts'
import type { FormAnswer } from '#app/kit/forms/form-answer.ts'
import { adminForm } from '#app/layouts/admin/admin-form.server.ts'

const FIELDS = ['day', 'time', 'minutes', 'place', 'link', 'notes'] as const

export type SessionAnswer = FormAnswer<(typeof SESSION_INTENTS)[number], (typeof FIELDS)[number], 'person'>

const GONE = 'Este taller ya no está: su orden se reembolsó o se eliminó.'

const SCHEDULE_FAILURES: Record<ScheduleFailure['code'], string | RefusalText> = {
  item_not_found: { status: 404, text: GONE },
  changed_meanwhile: 'Otra persona cambió la sesión mientras la tenías abierta. Revisa los datos y guarda de nuevo.',
  in_the_past: { field: 'day', text: 'Esa fecha ya pasó. Elige una por venir.' },
  after_end: { field: 'day', text: 'El acceso de todas las personas vence antes de esa fecha. Elige una anterior.' },
  held: 'La asistencia ya está confirmada: la sesión no se puede cambiar.',
  nothing_to_cancel: 'No hay una sesión por cancelar.',
}
const ATTENDANCE_FAILURES: Record<AttendanceFailure['code'], string> = {
  item_not_found: GONE,
  not_held: 'La sesión todavía no se realiza: la asistencia se confirma después.',
  nobody: 'Esas personas ya estaban confirmadas, o su acceso había terminado.',
}

const people = (count: number): string => countOf(count, 'persona', 'personas')

/** The forms of a session's page. */
export const answerSession = adminForm(
  { schema: sessionIntent, intents: SESSION_INTENTS, fields: FIELDS, groups: ['person'], param: 'itemId' },
  async (command, { services: { db }, actor, id: itemId, now }) => {
    const input = { actor, itemId, now }
    switch (command.intent) {
      case 'set':
        return outcomeOf(
          await scheduleSession(db, { ...input, form: command }),
          ({ notified }) =>
            notified === 0 ? 'Nada cambió.' : `Sesión guardada. Avisamos por correo a ${people(notified)}.`,
          SCHEDULE_FAILURES,
        )
      case 'cancel':
        return outcomeOf(
          await cancelSession(db, { ...input, revision: command.revision }),
          ({ notified }) => `Sesión cancelada. Avisamos por correo a ${people(notified)}.`,
          SCHEDULE_FAILURES,
        )
      case 'confirm': {
        const { person: accessIds } = command
        if (accessIds.length === 0) refuse('Marca a quienes asistieron.', { status: 400 })
        return outcomeOf(
          await recordAttendance(db, { ...input, accessIds }),
          ({ confirmed }) => `Asistencia confirmada de ${people(confirmed)}. Su certificado va en camino.`,
          ATTENDANCE_FAILURES,
        )
      }
    }
  },
)

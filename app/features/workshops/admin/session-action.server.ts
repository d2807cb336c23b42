import { cancelSession, recordAttendance, scheduleSession } from '#app/features/workshops/schedule-session.server.ts'
import { SESSION_INTENTS, sessionIntent } from '#app/features/workshops/session-schema.server.ts'
import { countOf, inNumber } from '#app/kernel/format.ts'
import { refuse } from '#app/kernel/refusal.ts'
import type { FormAnswer } from '#app/kit/forms/form-answer.ts'
import { adminForm } from '#app/layouts/admin/admin-form.server.ts'

const FIELDS = ['day', 'time', 'minutes', 'place', 'link', 'notes'] as const

export type SessionAnswer = FormAnswer<(typeof SESSION_INTENTS)[number], (typeof FIELDS)[number], 'person'>

const people = (count: number): string => countOf(count, 'persona', 'personas')

/** The forms of a session's page. */
export const answerSession = adminForm(
  { schema: sessionIntent, intents: SESSION_INTENTS, fields: FIELDS, groups: ['person'], param: 'itemId' },
  async (command, { services: { db }, actor, id: itemId, now }) => {
    const input = { actor, itemId, now }
    switch (command.intent) {
      case 'set': {
        const notified = await scheduleSession(db, { ...input, form: command })
        return { done: notified === 0 ? 'Nada cambió.' : `Sesión guardada. Avisamos por correo a ${people(notified)}.` }
      }
      case 'cancel': {
        const notified = await cancelSession(db, { ...input, revision: command.revision })
        return { done: `Sesión cancelada. Avisamos por correo a ${people(notified)}.` }
      }
      case 'confirm': {
        const { person: accessIds } = command
        if (accessIds.length === 0) refuse('Marca a quienes asistieron.', { status: 400 })
        const confirmed = await recordAttendance(db, { ...input, accessIds })
        return {
          done: `Asistencia confirmada de ${people(confirmed)}. ${inNumber(confirmed, 'Su certificado va', 'Sus certificados van')} en camino.`,
        }
      }
    }
  },
)

import { data } from 'react-router'
import { z } from 'zod'
import { requireRole } from '#app/features/identity/session.server.ts'
import { type AttendanceFailure, recordAttendance } from '#app/features/workshops/record-attendance.server.ts'
import {
  cancelSession,
  type ScheduleFailure,
  scheduleSession,
} from '#app/features/workshops/schedule-session.server.ts'
import { sessionIntents } from '#app/features/workshops/session.schema.ts'
import { firstMessagePerField } from '#app/forms/first-messages.ts'
import { countOf } from '#app/kernel/format.ts'
import type { Actor } from '#app/platform/database/actor.server.ts'
import { postedForm } from '#app/platform/http/posted-form.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/session'

export type SessionAnswer = {
  intent: 'set' | 'cancel' | 'confirm'
  done: boolean
  /** Told at the top; absent when the fields say what is wrong. */
  text?: string
  errors?: Partial<Record<string, string>>
  /** What was typed, so that nothing is lost. */
  values?: Record<string, string>
}

const FIELDS = ['day', 'time', 'minutes', 'place', 'link', 'notes'] as const

const SCHEDULE_FAILURES: Record<ScheduleFailure['code'], string> = {
  item_not_found: 'Este taller ya no está: su orden se reembolsó o se eliminó.',
  changed_meanwhile: 'Otra persona cambió la sesión mientras la tenías abierta. Revisa los datos y guarda de nuevo.',
  in_the_past: 'Esa fecha ya pasó. Elige una por venir.',
  after_end: 'El acceso de todas las personas vence antes de esa fecha. Elige una anterior.',
  held: 'La asistencia ya está confirmada: la sesión no se puede cambiar.',
  nothing_to_cancel: 'No hay una sesión por cancelar.',
}
const ATTENDANCE_FAILURES: Record<AttendanceFailure['code'], string> = {
  item_not_found: SCHEDULE_FAILURES.item_not_found,
  not_held: 'La sesión todavía no se realiza: la asistencia se confirma después.',
  nobody: 'Esas personas ya estaban confirmadas, o su acceso había terminado.',
}

const intentSchema = z.enum(['set', 'cancel', 'confirm'])

/** The forms of a session's page. */
export async function answerSession(args: Route.ActionArgs) {
  const user = await requireRole(args, ['admin'])
  const itemId = z.uuid().safeParse(args.params.itemId)
  if (!itemId.success) throw data('Not found', 404)
  const posted = await postedForm(args.request)
  const intent = intentSchema.safeParse(posted.get('intent'))
  if (!intent.success) throw data('Bad request', 400)
  const actor = { kind: 'admin', userId: user.id } as const
  const input = { ...servicesOf(args.context), actor, itemId: itemId.data }
  switch (intent.data) {
    case 'set':
      return set(input, posted)
    case 'cancel':
      return cancel(input, posted)
    case 'confirm':
      return confirm(input, posted)
  }
}

type Input = ReturnType<typeof servicesOf> & { actor: Extract<Actor, { kind: 'admin' }>; itemId: string }

const answer = (body: SessionAnswer, status = 200) => data<SessionAnswer>(body, status)

/** The texts of a form; files are none. */
const textsOf = (posted: FormData): Record<string, string> =>
  Object.fromEntries([...posted].filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

async function set({ db, now, actor, itemId }: Input, posted: FormData) {
  const texts = textsOf(posted)
  const values = Object.fromEntries(FIELDS.map(field => [field, (texts[field] ?? '').slice(0, 4000)]))
  const parsed = sessionIntents.set.safeParse(texts)
  if (!parsed.success) {
    const errors = firstMessagePerField(parsed.error)
    if (FIELDS.every(field => errors[field] === undefined)) throw data('Bad request', 400)
    return answer({ intent: 'set', done: false, errors, values }, 400)
  }
  const scheduled = await scheduleSession(db, { actor, itemId, form: parsed.data, now: now() })
  if (scheduled.ok) {
    const { told: shown } = scheduled.value
    const text =
      shown === 0 ? 'Nada cambió.' : `Sesión guardada. Avisamos por correo a ${countOf(shown, 'persona', 'personas')}.`
    return answer({ intent: 'set', done: true, text })
  }
  const { code } = scheduled.error
  if (code === 'in_the_past' || code === 'after_end') {
    return answer({ intent: 'set', done: false, errors: { day: SCHEDULE_FAILURES[code] }, values }, 400)
  }
  return answer(
    { intent: 'set', done: false, text: SCHEDULE_FAILURES[code], values },
    code === 'item_not_found' ? 404 : 409,
  )
}

async function cancel({ db, now, actor, itemId }: Input, posted: FormData) {
  const parsed = sessionIntents.cancel.safeParse(textsOf(posted))
  if (!parsed.success) throw data('Bad request', 400)
  const cancelled = await cancelSession(db, { actor, itemId, revision: parsed.data.revision, now: now() })
  if (!cancelled.ok)
    return answer({ intent: 'cancel', done: false, text: SCHEDULE_FAILURES[cancelled.error.code] }, 409)
  const people = countOf(cancelled.value.told, 'persona', 'personas')
  return answer({ intent: 'cancel', done: true, text: `Sesión cancelada. Avisamos por correo a ${people}.` })
}

async function confirm({ db, now, actor, itemId }: Input, posted: FormData) {
  const accessIds = posted.getAll('person')
  if (accessIds.length === 0)
    return answer({ intent: 'confirm', done: false, text: 'Marca a quienes asistieron.' }, 400)
  const parsed = sessionIntents.confirm.safeParse({ intent: 'confirm', accessIds })
  if (!parsed.success) throw data('Bad request', 400)
  const recorded = await recordAttendance(db, { actor, itemId, accessIds: parsed.data.accessIds, now: now() })
  if (!recorded.ok)
    return answer({ intent: 'confirm', done: false, text: ATTENDANCE_FAILURES[recorded.error.code] }, 409)
  const people = countOf(recorded.value.confirmed, 'persona', 'personas')
  return answer({
    intent: 'confirm',
    done: true,
    text: `Asistencia confirmada de ${people}. Su certificado va en camino.`,
  })
}

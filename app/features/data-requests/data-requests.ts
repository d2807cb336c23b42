import { type Day, dayOf, daysBetween, endOfDay } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import type { Statuses } from '#app/kit/ui/tone.ts'
import { endOfWorkingDay } from '#app/platform/calendar/working-days.ts'
import type { DataRequestChannel, DataRequestKind, DataRequestStatus } from '#app/platform/database/values.ts'

/** The rights, as the law and the mails name them: 'tu solicitud de acceso'. */
export const REQUEST_KINDS: Readonly<Record<DataRequestKind, string>> = {
  access: 'Acceso',
  portability: 'Portabilidad',
  rectification: 'Rectificación',
  erasure: 'Supresión',
  objection: 'Oposición',
  blocking: 'Bloqueo temporal',
}

/** A right within a sentence: 'acceso'. */
export const kindPhrase = (kind: DataRequestKind): string => REQUEST_KINDS[kind].toLowerCase()

export const REQUEST_STATUSES: Statuses<DataRequestStatus> = {
  open: { label: 'Por responder', tone: 'fair' },
  done: { label: 'Cumplida', tone: 'good' },
  refused: { label: 'Rechazada', tone: 'neutral' },
}

export const REQUEST_CHANNELS: Readonly<Record<DataRequestChannel, string>> = {
  mailbox: 'Enlace al correo',
  account: 'Cuenta',
  staff: 'Registrada por el equipo',
}

/** Calendar days to answer, and those of the one extension (Ley 19.628, article 11). */
const ANSWER_DAYS = 30
export const EXTENSION_DAYS = 30
/** Working days to decide a temporary blocking (article 11). */
const BLOCKING_WORKING_DAYS = 2
/** Calendar days before the deadline from which a request counts as due soon. */
export const NEAR_DAYS = 5
/** Working days in which a refusal can be taken to the Agency (article 11). */
export const CLAIM_WORKING_DAYS = 30

/** Until when a request received at an instant has to be answered: the end of that day in Santiago. */
export const legalDeadline = (kind: DataRequestKind, receivedAt: Date): Date =>
  kind === 'blocking' ? endOfWorkingDay(receivedAt, BLOCKING_WORKING_DAYS) : endOfDay(receivedAt, ANSWER_DAYS)

/** The deadline after its one extension. */
export const extendedDeadline = (dueAt: Date): Date => endOfDay(dueAt, EXTENSION_DAYS)

/** Up to which deadline requests are due soon at an instant. A blocking is, from its first day on. */
export const nearDeadline = (now: Date): Date => endOfDay(now, NEAR_DAYS)

/** 'faltan 3 días', 'vence hoy', 'venció hace 2 días'. */
function deadlineText(due: Day, today: Day): string {
  const left = daysBetween(today, due)
  if (left === 0) return 'vence hoy'
  const days = countOf(Math.abs(left), 'día', 'días')
  return left > 0 ? `${left === 1 ? 'falta' : 'faltan'} ${days}` : `venció hace ${days}`
}

/** The deadline at an instant, in words: 'faltan 3 días'. */
export const dueText = (dueAt: Date, now: Date): string => deadlineText(dayOf(dueAt), dayOf(now))

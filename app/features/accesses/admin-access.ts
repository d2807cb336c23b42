import { isExpired } from '#app/features/accesses/accesses.ts'
import { type Day, dayOf, endOfDay, shiftDay, startOfDay } from '#app/kernel/dates.ts'
import { formatInteger } from '#app/kernel/format.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { dayField, line } from '#app/kit/forms/fields.ts'
import type { AccessStatus } from '#app/platform/database/values.ts'

/** Maximum recipients of one send, and of all sends of an administrator in 24 hours. */
export const MAX_IN_A_SEND = 5000
export const MAX_SENT_A_DAY = 10_000
export const TOO_MANY_IN_A_SEND = `Son más de ${formatInteger(MAX_IN_A_SEND)} personas. Usa los filtros para hacerlo por partes.`

/** The progress of a send. */
export type SendProgress = {
  id: string
  created_at: Date
  total: number
  sent: number
  /** People who had finished, were revoked or had too many mails when their mail was due. */
  skipped: number
  ended_at: Date | null
  stopped: boolean
}

/** A sold item with free seats. */
export type OpenItem = {
  id: string
  product: string
  order_number: string
  client: string
  company: string | null
  seats: number
  free: number
  expires_at: Date
}

/** Maximum items that a search shows. */
export const OPEN_ITEMS = 20

type Access = { status: AccessStatus; own: boolean; expires_at: Date }

/** The reason for revoking an access. */
export const revokeFields = {
  reason: line({ label: 'Motivo', required: 'Escribe el motivo: queda en el registro', minLength: 3, max: 300 }),
} as const

/** The forms of an access's page. */
export const ADMIN_ACCESS_INTENTS = ['resend', 'unblock', 'replace', 'extend', 'revoke'] as const
export type AdminAccessIntent = (typeof ADMIN_ACCESS_INTENTS)[number]

/** Maximum days from today that an expiry can be moved to. */
const MAX_EXTENSION_DAYS = 730

const WRONG_END = 'Elige un día desde hoy y hasta dos años más'

/** A later end of one access, and of many. */
export const extendFields = { until: dayField({ label: 'Nuevo vencimiento', required: 'Elige un día' }) } as const
export const extendManyFields = { until: dayField({ label: 'Hasta', required: WRONG_END }) } as const

/** The first and the last day that an end can be moved to. */
export const extensionDays = (now: Date): { min: Day; max: Day } => {
  const min = dayOf(now)
  return { min, max: shiftDay(min, MAX_EXTENSION_DAYS) }
}

/** Days by which an extension is proposed. */
const PROPOSED_DAYS = 90

/** The day proposed as a new end: ninety days after the present end, or after today where that has passed. */
export function proposedExtension(end: Date, now: Date): Day {
  const { min, max } = extensionDays(now)
  const from = dayOf(end) > min ? dayOf(end) : min
  const proposed = shiftDay(from, PROPOSED_DAYS)
  return proposed < max ? proposed : max
}

/** The end of an extension until a day. @throws Refusal outside of the possible days */
export function endOfExtension(until: Day, now: Date): Date {
  const { min, max } = extensionDays(now)
  if (until < min || until > max) refuse(WRONG_END, { field: 'until' })
  return endOfDay(startOfDay(until))
}

/** Maximum accesses extended at once, and what is said of too many or none. */
export const MAX_EXTENDED = 5000
export const TOO_MANY_EXTENDED = `Son más de ${formatInteger(MAX_EXTENDED)} accesos. Usa los filtros para hacerlo por partes.`
export const NOBODY_EXTENDED = 'No hay plazos que extender: nadie de la selección tiene un acceso sin completar.'

/** What an administrator can do with an access. Completed and revoked accesses can't be changed. */
export function adminActions({ status, own, expires_at }: Access, now: Date) {
  const open = status === 'active' || status === 'in_use'
  return {
    resend: open && !own && !isExpired({ expires_at }, now),
    /** Replaces the participant, possible until the access is started. */
    replace: status === 'active' && !isExpired({ expires_at }, now),
    extend: open,
    revoke: open,
  }
}

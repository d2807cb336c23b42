import { MAX_PESOS } from '#app/features/payments/manual/staff-order.ts'
import { type Day, dayOf, daysBetween, shiftDay } from '#app/kernel/dates.ts'
import { choiceField, dayField, line, lines, pesosField } from '#app/kit/forms/fields.ts'
import type { Statuses } from '#app/kit/ui/tone.ts'
import type { ChargebackReason, ChargebackStatus } from '#app/platform/database/values.ts'

export const CHARGEBACK_STATUSES: Statuses<ChargebackStatus> = {
  received: { label: 'Por responder', tone: 'fair' },
  answered: { label: 'Respondido', tone: 'neutral' },
  won: { label: 'Ganado', tone: 'good' },
  lost: { label: 'Perdido', tone: 'poor' },
}

export const CHARGEBACK_REASONS: Readonly<Record<ChargebackReason, string>> = {
  not_recognised: 'No reconoce el cargo',
  fraud: 'Dice que fue un fraude',
  not_received: 'Dice que no recibió lo comprado',
  not_as_described: 'Dice que no era lo ofrecido',
  duplicate: 'Dice que se cobró dos veces',
  wrong_amount: 'Dice que el monto es otro',
  cancelled: 'Dice que la compra se anuló',
  other: 'Otro',
}

/** Days before the deadline from which an unanswered chargeback is pending work. */
export const DEADLINE_NEARS_DAYS = 7

/** The last day of a deadline that is near. */
export const nearDeadline = (now: Date): Day => shiftDay(dayOf(now), DEADLINE_NEARS_DAYS)

/** Maximum age of a claim in days; an older date is a typing error. */
export const OLDEST_CLAIM_DAYS = 730

const REASONS = [
  'not_recognised',
  'fraud',
  'not_received',
  'not_as_described',
  'duplicate',
  'wrong_amount',
  'cancelled',
  'other',
] as const satisfies readonly ChargebackReason[]

const REASON_OPTIONS = REASONS.map(value => ({ value, label: CHARGEBACK_REASONS[value] }))
const WRONG_AMOUNT = 'Ingresa un monto en pesos, como 100.000'

/** The fields that record a chargeback. */
export const chargebackFields = {
  amount: pesosField({
    label: 'Monto reclamado',
    required: WRONG_AMOUNT,
    wrong: WRONG_AMOUNT,
    min: 1,
    max: MAX_PESOS,
    lead: '$',
  }),
  reason: choiceField({ label: 'Motivo del reclamo', options: REASON_OPTIONS, wrong: 'Elige el motivo' }),
  received_on: dayField({ label: 'Día en que llegó', required: 'Ingresa el día en que llegó' }),
  answer_by: dayField({ label: 'Responder a más tardar', required: 'Ingresa el último día para responder' }),
  reference: line({ label: 'Referencia del banco', optional: true, max: 80, hint: 'El número que el banco le dio.' }),
  note: lines({ label: 'Nota', optional: true, max: 500, rows: 2, hint: 'Solo la ve el equipo.' }),
} as const

/** The field of an answer. */
export const answerFields = {
  answer: lines({
    label: 'Qué respondimos',
    required: 'Escribe qué respondimos y con qué pruebas',
    max: 2000,
    rows: 4,
    hint: 'Las pruebas que se enviaron: accesos usados, correos, condiciones aceptadas.',
  }),
} as const

/** The fields of a decision. */
export const settleChargebackFields = {
  note: line({ label: 'Qué resolvió el banco', required: 'Escribe qué resolvió el banco', max: 500 }),
} as const

/** What happens to the order's accesses. */
export const ACCESS_CHOICES = ['keep', 'revoke'] as const

/** The forms of a chargeback's pages. */
export const CHARGEBACK_INTENTS = ['record', 'answer', 'settle'] as const
export type ChargebackIntent = (typeof CHARGEBACK_INTENTS)[number]

/** How much time is left for an answer: 'Vence en 3 días', 'Vence hoy', 'Venció hace 2 días'. */
export function deadlineText(answerBy: Day, today: Day): string {
  const days = daysBetween(today, answerBy)
  if (days === 0) return 'Vence hoy'
  const counted = `${Math.abs(days)} ${Math.abs(days) === 1 ? 'día' : 'días'}`
  return days > 0 ? `Vence en ${counted}` : `Venció hace ${counted}`
}

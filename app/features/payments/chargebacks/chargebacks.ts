import { MAX_PESOS } from '#app/features/payments/manual/staff-order.ts'
import { type Day, dayOf, daysBetween, shiftDay } from '#app/kernel/dates.ts'
import { formatPesos } from '#app/kernel/format.ts'
import type { RefusalText } from '#app/kit/forms/answer-form.server.ts'
import { choice, day, line, lines, pesosField } from '#app/kit/forms/fields.ts'
import type { Statuses } from '#app/kit/ui/tone.ts'
import type { ChargebackReason, ChargebackStatus } from '#app/platform/database/values.ts'
import type { RecordChargebackFailure } from './record-chargeback.server.ts'

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
  reason: choice({ label: 'Motivo del reclamo', options: REASON_OPTIONS, wrong: 'Elige el motivo' }),
  received_on: day({ label: 'Día en que llegó', required: 'Ingresa el día en que llegó' }),
  answer_by: day({ label: 'Responder a más tardar', required: 'Ingresa el último día para responder' }),
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

/** The error while the confirmation of revoked accesses is missing. */
const REVOCATION_NOT_CONFIRMED = 'Confirma que entiendes lo que se revoca'

/** How much time is left for an answer: 'Vence en 3 días', 'Vence hoy', 'Venció hace 2 días'. */
export function deadlineText(answerBy: Day, today: Day): string {
  const days = daysBetween(today, answerBy)
  if (days === 0) return 'Vence hoy'
  const counted = `${Math.abs(days)} ${Math.abs(days) === 1 ? 'día' : 'días'}`
  return days > 0 ? `Vence en ${counted}` : `Venció hace ${counted}`
}

/** Why a chargeback was not recorded. */
export function recordRefusal(failure: RecordChargebackFailure): RefusalText {
  switch (failure.code) {
    case 'order_not_found':
    case 'not_paid':
      return { text: 'No se registró: esta orden no está pagada, o se reembolsó entera.' }
    case 'refund_open':
      return { text: 'No se registró: hay un reembolso de esta orden en curso. Espera a que termine.' }
    case 'over_balance':
      return { field: 'amount', text: `Quedan ${formatPesos(failure.left)} que no se han devuelto ni reclamado` }
    case 'received_out_of_range':
      return { field: 'received_on', text: 'Ingresa un día de los últimos dos años, hasta hoy' }
    case 'answer_before_claim':
      return { field: 'answer_by', text: 'El plazo no puede terminar antes de que llegara el reclamo' }
    case 'reference_used':
      return { field: 'reference', text: `Esa referencia ya es del contracargo de la orden ${failure.orderNumber}` }
    case 'loss_not_confirmed':
      return { field: 'understood', text: REVOCATION_NOT_CONFIRMED }
  }
}

/** Why a chargeback was not answered or settled. */
export const CHARGEBACK_REFUSALS = {
  chargeback_not_found: 'Este contracargo no existe.',
  not_open: 'No se guardó: otra persona ya lo respondió o lo resolvió. Mira abajo cómo quedó.',
  loss_not_confirmed: { field: 'understood', text: REVOCATION_NOT_CONFIRMED },
} as const satisfies Record<string, string | RefusalText>

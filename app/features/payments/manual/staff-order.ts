import { MANUAL_METHODS } from '#app/features/orders/payment-text.ts'
import { companyFields } from '#app/features/payments/checkout/billing-fields.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { type Pesos, pesos } from '#app/kernel/money.ts'
import { choiceField, dayField, line, pesosField } from '#app/kit/forms/fields.ts'
import { readWhole } from '#app/kit/forms/whole-number.ts'
import type { AttemptStatus, RefundStatus } from '#app/platform/database/values.ts'
import type { RefundDecline } from '#app/platform/payments/gateway.ts'

/** Days that an order can be kept open for a slow payment. */
const HELD_DAYS = [3, 7, 15, 30, 60] as const

/** The maximum amount of a form, in pesos. */
export const MAX_PESOS = 1_000_000_000_000

/** Parses pesos as people type them: `100000`, `100.000`, `$100.000`; undefined unless it is a positive amount. */
export function readPesos(typed: string): Pesos | undefined {
  const value = readWhole(typed) ?? 0
  return value > 0 && value <= MAX_PESOS ? pesos(value) : undefined
}

const WRONG_AMOUNT = 'Ingresa un monto en pesos, como 100.000'
const amount = { required: WRONG_AMOUNT, wrong: WRONG_AMOUNT, min: 1, max: MAX_PESOS, lead: '$' } as const

/** The fields of a refund. */
export const refundFields = {
  amount: pesosField({ label: 'Monto en pesos', ...amount }),
  reason: line({ label: 'Motivo', required: 'Escribe el motivo: se lo contamos a quien compró', max: 300 }),
} as const

/** The fields that mark an order as paid. */
export const paymentFields = {
  paid_on: dayField({ label: 'Día del pago', required: 'Ingresa el día del pago' }),
  method: choiceField({
    label: 'Cómo pagó',
    options: [
      { value: 'transfer', label: MANUAL_METHODS.transfer },
      { value: 'purchase_order', label: MANUAL_METHODS.purchase_order },
    ],
    wrong: 'Elige cómo pagó',
  }),
  amount: pesosField({ label: 'Monto recibido', ...amount }),
  reference: line({
    label: 'Referencia',
    required: 'Escribe el número de la transferencia o de la orden de compra',
    max: 80,
    hint: 'Número de la transferencia o de la orden de compra',
  }),
  note: line({ label: 'Nota', optional: true, max: 500 }),
} as const

/** Why an order is cancelled; its buyer reads it. */
export const cancelFields = { reason: line({ label: 'Motivo para cancelar', optional: true, max: 300 }) } as const

/** How long an order waits for its payment. */
export const heldFields = {
  days: choiceField({
    label: 'Esperar desde hoy',
    options: HELD_DAYS.map(days => ({ value: String(days), label: `${days} días` })),
    wrong: 'Elige un plazo',
  }),
} as const

/** What an order needs that its quotation does not say. */
export const quotedOrderFields = {
  days: choiceField({ ...heldFields.days, label: 'Esperar el pago', hint: 'Después la orden se cancela sola.' }),
  company_name: line({
    ...companyFields.company_name,
    label: 'Empresa que invita',
    autoComplete: 'off',
    hint: 'La nombran las invitaciones a responder.',
  }),
} as const

/** What somebody found out about a payment that waits for its resolution. */
export const settleFields = {
  note: line({
    label: 'Qué viste y dónde',
    required: 'Escribe qué viste y dónde',
    max: 300,
    hint: 'Queda en la auditoría; quien compró no lo lee.',
  }),
} as const

/** The error of a full refund while its confirmation is missing. */
export const LOSS_NOT_CONFIRMED = 'Confirma que entiendes lo que se revoca'

/** The forms of an order's page. */
export const STAFF_ORDER_INTENTS = [
  'resend-receipt',
  'refund',
  'register-payment',
  'keep-open',
  'cancel',
  'ask-gateway',
  'resolve-payment',
  'add-note',
  'delete-note',
] as const
export type StaffOrderIntent = (typeof STAFF_ORDER_INTENTS)[number]

/** The state of a payment attempt, as the staff read it. */
export const ATTEMPT_LABELS: Readonly<Record<AttemptStatus, string>> = {
  created: 'Abierto',
  initiated: 'En el formulario del banco',
  committing: 'Confirmando',
  paid: 'Pagado',
  rejected: 'Rechazado',
  unknown: 'Sin respuesta del banco',
  aborted: 'Anulado por quien compra',
  timed_out: 'Sin tiempo',
  form_error: 'Error del formulario',
  expired: 'Abandonado',
  manual_resolution: 'Por revisar',
  refund_pending: 'Reembolso en curso',
  partially_refunded: 'Reembolsado en parte',
  refunded: 'Reembolsado',
}

const REFUND_LABELS: Readonly<Record<RefundStatus, string>> = {
  pending: 'En curso',
  done: 'Hecho',
  declined: 'Rechazado por el banco',
  manual_resolution: 'Por revisar',
}

/** The state of a refund; `byPerson` says that a person found it was not made, so the bank did not decline it. */
export const refundLabel = (status: RefundStatus, byPerson: boolean): string =>
  status === 'declined' && byPerson ? 'No se hizo' : REFUND_LABELS[status]

/** Why the bank declined a refund (guide of payments, codes of refunds). */
export const DECLINE_TEXTS: Readonly<Record<RefundDecline, string>> = {
  invalid_amount: 'El banco no aceptó ese monto.',
  not_found: 'El banco no encuentra el pago.',
  not_authorized: 'El banco no autorizó el reembolso.',
  period_exceeded: 'Pasaron los 90 días en que el banco acepta reembolsos. Devuelve el dinero por transferencia.',
  already_refunded: 'El banco dice que ese pago ya se devolvió.',
  over_balance: 'El banco dice que el monto supera lo que queda por devolver.',
  partial_with_debit: 'Los pagos con débito y prepago solo se devuelven completos.',
  partial_with_instalments: 'Los pagos en cuotas solo se devuelven completos.',
  locked: 'El banco está procesando otra operación de este pago. Inténtalo en unos minutos.',
  other: 'El banco rechazó el reembolso sin decir por qué.',
}

type Refundable = {
  gateway: string
  payment_type_code: string | null
  installments: number | null
  created_at: Date
}

/** Days within which Transbank accepts refunds through its interface. */
const REFUND_DAYS = 90

/** Reasons why the bank would decline a refund, shown beside the form before the request. */
export function refundWarnings(payment: Refundable, now: Date): string[] {
  if (payment.gateway === 'transfer' || payment.gateway === 'purchase_order' || payment.gateway === 'free') return []
  const warnings = []
  if (isWholeOnly(payment)) {
    warnings.push(
      payment.payment_type_code === 'VD' || payment.payment_type_code === 'VP'
        ? DECLINE_TEXTS.partial_with_debit
        : DECLINE_TEXTS.partial_with_instalments,
    )
  }
  if (now.getTime() - payment.created_at.getTime() > REFUND_DAYS * 86_400_000)
    warnings.push(DECLINE_TEXTS.period_exceeded)
  return warnings
}

/** Debit, prepaid and instalment payments can only be refunded whole. */
export const isWholeOnly = (payment: Pick<Refundable, 'payment_type_code' | 'installments'>): boolean =>
  payment.payment_type_code === 'VD' || payment.payment_type_code === 'VP' || (payment.installments ?? 0) > 1

/** The confirmation shown after a refund. */
export const refundedText = (state: 'refunded' | 'partially_refunded' | 'pending', amount: Pesos): string => {
  switch (state) {
    case 'refunded':
      return 'La orden quedó reembolsada y sus accesos revocados. Avisamos por correo a quien compró.'
    case 'partially_refunded':
      return `Se devolvieron ${formatPesos(amount)}. Los accesos siguen activos y avisamos por correo a quien compró.`
    case 'pending':
      return 'El banco no respondió todavía. Seguimos preguntándole y la orden cambia sola cuando conteste: no lo pidas de nuevo.'
  }
}

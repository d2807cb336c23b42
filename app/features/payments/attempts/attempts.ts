import { DAY_MS, MINUTE_MS } from '#app/kernel/dates.ts'
import { formatPesos } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'
import type { AttemptStatus } from '#app/platform/database/values.ts'

/** Allowed transitions of a payment attempt (docs/decisions, payment attempts). Any other is a bug. */
const ATTEMPT_TRANSITIONS: Record<AttemptStatus, readonly AttemptStatus[]> = {
  created: ['initiated', 'expired'],
  initiated: ['committing', 'aborted', 'timed_out', 'form_error', 'expired'],
  committing: ['initiated', 'paid', 'rejected', 'unknown', 'expired', 'manual_resolution', 'refund_pending'],
  unknown: ['initiated', 'paid', 'rejected', 'expired', 'manual_resolution', 'refund_pending'],
  // By a person who checked the gateway's books.
  manual_resolution: ['paid', 'rejected', 'refund_pending', 'partially_refunded', 'refunded'],
  paid: ['refund_pending', 'partially_refunded', 'refunded'],
  refund_pending: ['paid', 'partially_refunded', 'refunded', 'manual_resolution'],
  partially_refunded: ['refund_pending', 'refunded'],
  rejected: [],
  aborted: [],
  timed_out: [],
  form_error: [],
  // Money that arrives after the order was given up is refunded.
  expired: ['refund_pending'],
  refunded: [],
}

const canFollow = (from: AttemptStatus, to: AttemptStatus): boolean => ATTEMPT_TRANSITIONS[from].includes(to)

/** The states from which `to` can be reached, for the WHERE of the guarded update. */
export const priorStatuses = (to: AttemptStatus): AttemptStatus[] =>
  (Object.keys(ATTEMPT_TRANSITIONS) as AttemptStatus[]).filter(from => canFollow(from, to))

/** Milliseconds that the gateway's form stays open, with a margin; Transbank's manual says 5 to 10 minutes. */
export const FORM_LIMIT_MS = 15 * MINUTE_MS

/** The page that posts the buyer to the gateway's form. The attempt's id is random, so that its address can't be guessed. */
export const bankFormPath = (attemptId: string): string => `/payment/bank/${attemptId}`

/** Why a small amount can't be paid with a card, and what to do. */
export const belowMinimumText = (minimum: Pesos): string =>
  `El medio de pago no cobra menos de ${formatPesos(minimum)}, y no se hizo ningún cobro. Agrega algo más a tu compra, quita el descuento, o escríbenos para pagar por transferencia.`

/** Milliseconds after which the recovery resumes an unfinished confirmation. */
export const COMMIT_LIMIT_MS = 30_000

const RECHECKS_MS = [5_000, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS]

/**
 * When to query the gateway again about an attempt with an unknown outcome: after 5 seconds, 1, 5 and 15 minutes, 1
 * hour, then daily. Undefined from the seventh day on, because the gateway no longer answers: the payment needs manual
 * resolution.
 */
export function nextCheck(createdAt: Date, checks: number, now: Date): Date | undefined {
  const at = new Date(now.getTime() + (RECHECKS_MS[checks] ?? DAY_MS))
  return at.getTime() - createdAt.getTime() < 7 * DAY_MS ? at : undefined
}

/** The outcome of a buyer's return from the gateway, for the address and the text of the next screen. */
export type ReturnOutcome = 'paid' | 'processing' | 'rejected' | 'cancelled' | 'timed_out' | 'form_error'

/** What the checkout screen shows after a failed payment; the cart is unchanged. */
export const RETURN_MESSAGES: Record<Exclude<ReturnOutcome, 'paid' | 'processing'>, string> = {
  rejected: 'El banco rechazó el pago. No se hizo ningún cobro: revisa tu tarjeta o prueba con otra.',
  cancelled: 'Cancelaste el pago. No se hizo ningún cobro y tu carrito sigue aquí.',
  timed_out: 'Se acabó el tiempo para pagar. No se hizo ningún cobro: puedes intentarlo de nuevo.',
  form_error: 'El formulario de pago falló. No se hizo ningún cobro: puedes intentarlo de nuevo.',
}

/** Whether a query parameter names an outcome without a payment. */
export const isReturnProblem = (value: string | null): value is keyof typeof RETURN_MESSAGES =>
  value !== null && Object.hasOwn(RETURN_MESSAGES, value)

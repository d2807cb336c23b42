import { DAY_MS, MINUTE_MS } from '#app/kernel/dates.ts'
import { line } from '#app/kit/forms/fields.ts'
import type { Statuses } from '#app/kit/ui/tone.ts'
import type { DeliveryStatus, WebhookEvent, WebhookOutcome } from '#app/platform/database/values.ts'

/** The events that an endpoint may subscribe to, with their Spanish labels. */
export const WEBHOOK_EVENTS: Readonly<Record<WebhookEvent, { label: string; hint: string }>> = {
  'order.paid': { label: 'Orden pagada', hint: 'También las de $0 y las que agregan asientos.' },
  'order.refunded': { label: 'Orden reembolsada', hint: 'Completa o en parte.' },
  'access.created': { label: 'Acceso creado', hint: 'El de quien compra y cada invitación.' },
  'access.completed': { label: 'Acceso completado', hint: 'La persona terminó, sin decir qué respondió.' },
  'run.completed': { label: 'Resultado disponible', hint: 'En compras confidenciales llega sin datos de la persona.' },
  'action.updated': {
    label: 'Acción de un plan actualizada',
    hint: 'Estado y fecha; en compras confidenciales llega sin lo que piden las respuestas.',
  },
}

export const WEBHOOK_EVENT_NAMES = [
  'order.paid',
  'order.refunded',
  'access.created',
  'access.completed',
  'run.completed',
  'action.updated',
] as const satisfies readonly WebhookEvent[]

/** The test event of 'Enviar prueba'. */
export const TEST_EVENT = 'webhook.test'

/** The fields of an endpoint. */
export const endpointFields = {
  url: line({
    label: 'Dirección',
    required: 'Ingresa la dirección',
    max: 500,
    type: 'url',
    inputMode: 'url',
    autoComplete: 'off',
    placeholder: 'https://',
    hint: 'Con https y pública en internet. Recibe un POST por cada evento.',
  }),
  description: line({ label: 'Descripción', optional: true, max: 120, hint: 'Para reconocerlo en la lista.' }),
} as const

/** Maximum number of endpoints, which the database enforces. */
export const MAX_ENDPOINTS = 10

/** Milliseconds for which the previous secret also signs after a rotation. */
export const ROTATION_MS = DAY_MS
/** Every delivery failing for so long pauses the endpoint. */
export const FAILING_PAUSES_MS = 3 * DAY_MS
/** How long events are stored, sent or not. */
export const EVENTS_KEPT_DAYS = 30

const HOUR_MS = 60 * MINUTE_MS

/** Waits after the first, second … failed attempt of a delivery: about three days in all. */
const RETRY_AFTER_MS = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const

/** Milliseconds until the next attempt after so many have failed; undefined when that was the last one. */
export const retryAfter = (attempts: number): number | undefined => RETRY_AFTER_MS[attempts - 1]

const HOLD_MS = 15_000
const MAX_HOLD_MS = 15 * MINUTE_MS

/**
 * Milliseconds for which an endpoint is on hold after so many failures in a row, so that one that is down costs one
 * attempt at a time and waiting deliveries keep theirs.
 */
export const holdAfter = (failures: number): number =>
  failures < 2 ? 0 : Math.min(HOLD_MS * 2 ** Math.min(failures - 2, 10), MAX_HOLD_MS)

/** How an attempt ended. */
export type Attempted = { outcome: WebhookOutcome; status: number | null }

/** Whether the receiver has it: any 2xx. */
export const isTaken = ({ outcome, status }: Attempted): boolean =>
  outcome === 'answered' && status !== null && status >= 200 && status < 300

/** 410 Gone: the receiver has unsubscribed (Standard Webhooks). */
export const isGone = ({ status }: Attempted): boolean => status === 410

const OUTCOMES: Record<Exclude<WebhookOutcome, 'answered'>, string> = {
  timeout: 'No respondió en 10 segundos',
  no_connection: 'No se pudo conectar',
  forbidden_address: 'La dirección no es pública',
  too_large: 'La respuesta es demasiado grande',
}

/** The label of an attempt's result. */
export const outcomeText = ({ outcome, status }: Attempted): string =>
  outcome === 'answered' ? `Respondió ${status}` : OUTCOMES[outcome]

export const DELIVERY_STATUSES: Statuses<DeliveryStatus> = {
  queued: { label: 'En espera', tone: 'fair' },
  delivered: { label: 'Entregada', tone: 'good' },
  failed: { label: 'No entregada', tone: 'poor' },
}

/** Why an endpoint's address is refused. */
export const URL_PROBLEMS = {
  no_url: 'Ingresa una dirección completa, como https://sistema.example/alhena',
  not_https: 'La dirección debe empezar con https://',
  with_credentials: 'La dirección no puede llevar usuario ni contraseña',
  closed_port: 'Usa el puerto 443 o uno desde el 1024',
  closed_host: 'La dirección debe ser pública en internet',
} as const

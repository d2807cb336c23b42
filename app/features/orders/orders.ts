import { type RawBuilder, sql } from 'kysely'
import type { Pesos } from '#app/kernel/money.ts'
import type { Statuses } from '#app/kit/ui/tone.ts'
import type { AttemptStatus, DocumentType, OrderStatus } from '#app/platform/database/values.ts'

/** Ids of orders, or a select of them: what belongs to orders is then read without waiting for the orders themselves. */
export type OrderIds = readonly string[] | RawBuilder<string>

/** Whether a column is one of some orders. @param column with its table's name in the query */
export const isOneOf = (column: `${string}.order_id`, ids: OrderIds): RawBuilder<boolean> =>
  // An array is computed first, and finds the rows by their index.
  sql<boolean>`${sql.ref(column)} = any (${isSelect(ids) ? sql`array(${ids})` : [...ids]}::uuid[])`

const isSelect = (ids: OrderIds): ids is RawBuilder<string> => !Array.isArray(ids)

/** Minutes within which buying the same assessment again needs a confirmation (spec D3). */
export const REPEAT_WINDOW_MINUTES = 10

/** Minutes after which an unpaid order without a live attempt fails and releases its discount use. */
export const PENDING_LIMIT_MINUTES = 30

/** Labels of specification 2, section 4. */
export const ORDER_STATUSES: Statuses<OrderStatus> = {
  pending: { label: 'Pendiente', tone: 'fair' },
  paid: { label: 'Pagado', tone: 'good' },
  failed: { label: 'Fallido', tone: 'poor' },
  refunded: { label: 'Reembolsado', tone: 'neutral' },
  charged_back: { label: 'Contracargo', tone: 'poor' },
}

/** Whether an order was paid, whatever happened to its money afterwards. */
export const wasPaid = (status: OrderStatus): boolean => status !== 'pending' && status !== 'failed'

/** What a paid order with a partial refund is called. */
export const PARTIAL_REFUND = 'Reembolso parcial'

/** Statuses of payment attempts whose money arrived, whatever happened to it afterwards. */
export const PAID_ATTEMPTS: readonly AttemptStatus[] = ['paid', 'partially_refunded', 'refund_pending', 'refunded']

export type OrderSummary = {
  id: string
  order_number: string
  status: OrderStatus
  total_clp: Pesos
  idempotency_key: string
  created_at: Date
}

/** Whom the tax document is for. */
export type Billing =
  | { document: Extract<DocumentType, 'boleta'> }
  | {
      document: Extract<DocumentType, 'factura'>
      rut: string
      name: string
      activity: string
      address: string
      commune: string
    }

const SYMBOLS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/**
 * `ALH-{timestamp}-{last 6 characters of the user id}-{random 4}`, 29 characters (spec D4).
 * @param random returns this many random bytes, as `randomBytes` of node:crypto.
 */
export function newOrderNumber(now: Date, userId: string, random: (bytes: number) => Uint8Array): string {
  const symbols = Array.from(random(4), byte => SYMBOLS.charAt(byte % SYMBOLS.length)).join('')
  return `ALH-${now.getTime()}-${userId.slice(-6)}-${symbols}`
}

const ORDER_NUMBER = /^ALH-\d{13}-[0-9a-f]{6}-[2-9A-HJ-NP-Z]{4}$/

/** Whether a text from an address has the format of an order number. */
export const isOrderNumber = (text: string): boolean => ORDER_NUMBER.test(text)

/** Maximum characters of a search among a buyer's orders. */
export const MAX_SEARCH = 100

/** The address of an order's receipt as a file. */
export const receiptPath = (orderNumber: string): string => `/account/orders/${orderNumber}/pdf`

/** Whole minutes since an order was made, for 'Ya compraste esto hace N minutos'; at least 1. */
export const minutesSince = (createdAt: Date, now: Date): number =>
  Math.max(1, Math.round((now.getTime() - createdAt.getTime()) / 60_000))

/** What a buyer can do about an order. */
export type NextStep = 'pay' | 'wait' | 'theirs' | 'use' | 'buy_again' | 'none' | 'disputed'

/** The outcome at the bank is unknown: paying again could charge twice. */
const BEING_CONFIRMED: readonly AttemptStatus[] = ['committing', 'unknown', 'manual_resolution', 'paid']

/** The next step for an order in this state, considering its newest payment attempt. */
export function nextStep(status: OrderStatus, attempt: AttemptStatus | undefined): NextStep {
  switch (status) {
    case 'pending':
      return attempt && BEING_CONFIRMED.includes(attempt) ? 'wait' : 'pay'
    case 'paid':
      return 'use'
    case 'failed':
      return 'buy_again'
    case 'refunded':
      return 'none'
    case 'charged_back':
      return 'disputed'
  }
}

/** Replaces the text of `pay` for an order that is kept open for a transfer. @param until a day */
export const heldText = (until: string): string =>
  `Esta compra espera tu pago hasta el ${until}: por transferencia, o con tarjeta ahora. Hasta entonces te guardamos sus precios; después se cancela sola y no se cobra nada.`

/** The state of an order as its buyer reads it. */
export const STEP_TEXTS: Readonly<Record<NextStep, string>> = {
  pay: 'Esta compra espera su pago. Si no alcanzaste a pagar, continúa ahora: si no se paga pronto, se cancela sola y no se cobra nada.',
  wait: 'Estamos confirmando tu pago con el banco. No pagues de nuevo: te enviaremos el comprobante por correo.',
  theirs: 'Esta compra espera el pago de quien la hizo.',
  use: 'Tu compra está pagada y tus accesos están en tu panel.',
  buy_again: 'El pago no se realizó y no se hizo ningún cobro. Puedes volver a comprar cuando quieras.',
  none: 'Esta compra se reembolsó. El abono puede tardar unos días en aparecer en tu tarjeta.',
  disputed:
    'El banco recibió un reclamo por el pago de esta compra, y sus accesos no están disponibles. Si crees que es un error, escríbenos con el número de orden.',
}

/** Replaces the text of `use` for an order with a chargeback that keeps its accesses. */
export const CHARGED_BACK_TEXT =
  'El banco recibió un reclamo por el pago de esta compra. Sus accesos siguen en tu panel.'

import type { Pesos } from '#app/kernel/money.ts'
import type { DocumentType, OrderStatus } from '#app/platform/database/values.ts'

/** Minutes within which buying the same assessment again is asked about first (decision 3). */
export const REPEAT_WINDOW_MINUTES = 10

/** Minutes after which an order that nobody is paying for has failed, and gives its discount use back. */
export const PENDING_LIMIT_MINUTES = 30

/** Labels of specification 2, section 4. */
export const ORDER_STATUS_LABELS: Record<OrderStatus, string> = {
  pending: 'Pendiente',
  paid: 'Pagado',
  failed: 'Fallido',
  refunded: 'Reembolsado',
}

export type OrderSummary = {
  id: string
  order_number: string
  status: OrderStatus
  total_clp: Pesos
  idempotency_key: string
  created_at: Date
}

/** Who the tax document is for. */
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
 * `ALH-{timestamp}-{last 6 characters of the user id}-{random 4}`, 29 characters (decision 4).
 * @param random gives that many random bytes, as `randomBytes` of node:crypto.
 */
export function newOrderNumber(now: Date, userId: string, random: (bytes: number) => Uint8Array): string {
  const symbols = Array.from(random(4), byte => SYMBOLS.charAt(byte % SYMBOLS.length)).join('')
  return `ALH-${now.getTime()}-${userId.slice(-6)}-${symbols}`
}

const ORDER_NUMBER = /^ALH-\d{13}-[0-9a-f]{6}-[2-9A-HJ-NP-Z]{4}$/

/** Whether a text from an address can be an order's number at all. */
export const isOrderNumber = (text: string): boolean => ORDER_NUMBER.test(text)

/** Whole minutes since an order was made, for 'Ya compraste esto hace N minutos'; at least 1. */
export const minutesSince = (createdAt: Date, now: Date): number =>
  Math.max(1, Math.round((now.getTime() - createdAt.getTime()) / 60_000))

import { formatPesos } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'
import type { ManualMethod } from '#app/platform/database/values.ts'

/** Labels of payments that an administrator records without a gateway. */
export const MANUAL_METHODS: Readonly<Record<ManualMethod, string>> = {
  transfer: 'Transferencia',
  purchase_order: 'Orden de compra',
}

/** Whether an administrator recorded the payment without a gateway. */
export const isManualMethod = (gateway: string | undefined): gateway is ManualMethod =>
  gateway !== undefined && Object.hasOwn(MANUAL_METHODS, gateway)

const GATEWAYS: Readonly<Record<string, string>> = { webpay: 'Webpay', simulator: 'Pago simulado', free: 'Sin cobro' }
/** Label of an attempt's stored gateway or method: `Webpay`, `Transferencia`. */
export const gatewayName = (gateway: string): string =>
  isManualMethod(gateway) ? MANUAL_METHODS[gateway] : (GATEWAYS[gateway] ?? gateway)

const CARDS: Readonly<Record<string, string>> = { VD: 'débito', VP: 'prepago' }

/** Transbank's kinds of instalments by its code of the kind of payment (manual, "Tipos de pago"); cards without credit have none. */
const INSTALMENTS: Readonly<Record<string, string>> = {
  VN: 'Sin cuotas',
  VC: 'Cuotas normales',
  SI: '3 cuotas sin interés',
  S2: '2 cuotas sin interés',
  NC: 'Cuotas sin interés',
}

/** What is known of a payment. Amounts in pesos. */
export type PaidWith = {
  gateway: string
  payment_type_code: string | null
  card_last4: string | null
  /** How many instalments; 0 or 1: paid at once. */
  installments: number | null
  installments_amount_clp: Pesos | null
}

/** How an order was paid, for its buyer: `Webpay, débito terminada en 6623`. */
export function paymentText(payment: Omit<PaidWith, 'installments_amount_clp'>): string {
  if (payment.gateway === 'free') return 'Sin cobro'
  if (isManualMethod(payment.gateway)) return gatewayName(payment.gateway)
  const card = CARDS[payment.payment_type_code ?? ''] ?? 'crédito'
  const parts = [
    gatewayName(payment.gateway),
    payment.card_last4 ? `tarjeta de ${card} terminada en ${payment.card_last4}` : `tarjeta de ${card}`,
    payment.installments !== null && payment.installments > 1 && `${payment.installments} cuotas`,
  ]
  return parts.filter(part => part !== false).join(', ')
}

/**
 * Kind, number and amount of the instalments, which Transbank asks a receipt to show: `Cuotas normales, 6`,
 * `3 cuotas sin interés de $41.666`. Undefined where there can be none: debit, prepaid, transfers.
 */
export function instalmentsText(payment: PaidWith): string | undefined {
  const { payment_type_code: code, installments, installments_amount_clp: amount } = payment
  const kind = INSTALMENTS[code ?? '']
  if (kind === undefined || code === 'VN') return kind
  const count = installments !== null && !/^\d/.test(kind) ? `, ${installments}` : ''
  return `${kind}${count}${amount === null ? '' : ` de ${formatPesos(amount)}`}`
}

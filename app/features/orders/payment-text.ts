import type { ManualMethod } from '#app/platform/database/values.ts'
import type { ReceiptPayment } from './own-receipt.db.server.ts'

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

/** How an order was paid, for its buyer: `Webpay, débito terminada en 6623`. */
export function paymentText(payment: Omit<ReceiptPayment, 'status' | 'authorization_code'>): string {
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

import type { OrderForReceipt } from '#app/features/orders/orders.server.ts'
import { instalmentsText, isManualMethod, MANUAL_METHODS } from '#app/features/orders/payment-text.ts'
import { formatDate, formatDateTime } from '#app/kernel/dates.ts'
import { formatPesos } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'
import type { QueuedMail } from '#app/mails/outbox.server.ts'
import { transferAccount } from '#app/platform/mail/transfer-account.ts'

/** Working days that a bank may take until the refund shows; the mail promises this maximum. */
const DAYS_UNTIL_SEEN = 10

const CARD_TYPES: Record<string, string> = { VD: 'Débito', VP: 'Prepago' }

/** The known details of a payment; `gateway` where it may have been made without one. */
export type PaymentMeans = { gateway?: string; paymentTypeCode: string | null; cardLast4: string | null }

/** What a receipt shows besides, by Transbank's rules. */
export type ChargedMeans = PaymentMeans & {
  installments: number | null
  installmentsAmountClp: Pesos | null
  authorizationCode: string | null
  transactionDate: Date | null
}

/** How an order was paid, for a reader: `Débito, tarjeta terminada en 6623`, `Transferencia`. */
function paidWith(payment: PaymentMeans): string {
  if (isManualMethod(payment.gateway)) return MANUAL_METHODS[payment.gateway]
  const kind = CARD_TYPES[payment.paymentTypeCode ?? ''] ?? 'Crédito'
  return payment.cardLast4 ? `${kind}, tarjeta terminada en ${payment.cardLast4}` : kind
}

/** How an order was paid, for its receipt: card, instalments, authorisation code, day and time of the transaction. */
export function chargedWith(payment: ChargedMeans): string {
  const { gateway = '', paymentTypeCode, cardLast4, installments, installmentsAmountClp, authorizationCode } = payment
  const instalments = instalmentsText({
    gateway,
    payment_type_code: paymentTypeCode,
    card_last4: cardLast4,
    installments,
    installments_amount_clp: installmentsAmountClp,
  })
  const parts = [
    paidWith(payment),
    instalments?.toLowerCase(),
    authorizationCode && `autorización ${authorizationCode}`,
    payment.transactionDate && formatDateTime(payment.transactionDate),
  ]
  return parts.filter(Boolean).join(', ')
}

/** The details of a stored payment. */
export const meansOf = (row: {
  gateway: string
  payment_type_code: string | null
  card_last4: string | null
  installments: number | null
  installments_amount_clp: Pesos | null
  authorization_code: string | null
  transaction_date: Date | null
}): ChargedMeans => ({
  gateway: row.gateway,
  paymentTypeCode: row.payment_type_code,
  cardLast4: row.card_last4,
  installments: row.installments,
  installmentsAmountClp: row.installments_amount_clp,
  authorizationCode: row.authorization_code,
  transactionDate: row.transaction_date,
})

/** The columns that `meansOf` reads. */
export const MEANS = [
  'gateway',
  'payment_type_code',
  'card_last4',
  'installments',
  'installments_amount_clp',
  'authorization_code',
  'transaction_date',
] as const

type Refunded = {
  amount: Pesos
  payment: PaymentMeans
  /**
   * `whole`: the order is refunded and its accesses are revoked. `partial`: they stay. `surplus`: a payment that the order did not
   * need, because another one had paid it or it had been cancelled.
   */
  kind: 'whole' | 'partial' | 'surplus'
  /** The shop refunded it by transfer, whatever the payment method was. */
  byHand?: boolean
  /** Written by the person who made the refund. */
  reason?: string
}

/** Notifies the buyer of a refund (template `refund_notice`). */
export function refundMail(
  order: OrderForReceipt,
  { amount, payment, kind, byHand = false, reason }: Refunded,
): QueuedMail {
  return {
    template: 'refund_notice',
    recipient: order.buyer.email,
    orderId: order.id,
    params: {
      nombre: order.buyer.first_name,
      numero_orden: order.order_number,
      monto_reembolso_clp: formatPesos(amount),
      ...(reason !== undefined && { motivo_reembolso: reason }),
      medio_pago: paidWith(payment),
      dias_abono: String(DAYS_UNTIL_SEEN),
      enlace_orden: `/account/orders/${order.order_number}`,
      parcial: kind === 'partial',
      pago_sobrante: kind === 'surplus',
      sin_cobro: amount === 0,
      por_transferencia: byHand,
      asientos: kind === 'whole' && order.items.every(item => item.tops_up_item_id !== null),
    },
  }
}

/**
 * Notifies the buyer that a chargeback revoked the order's accesses (template `chargeback_notice`). @param settled whether
 * the bank has decided for its cardholder
 */
export const chargebackMail = (order: OrderForReceipt, amount: Pesos, settled: boolean): QueuedMail => ({
  template: 'chargeback_notice',
  recipient: order.buyer.email,
  orderId: order.id,
  params: {
    nombre: order.buyer.first_name,
    numero_orden: order.order_number,
    fecha_orden: formatDate(order.created_at),
    nombre_productos: new Intl.ListFormat('es-CL').format(new Set(order.items.map(({ name }) => name))),
    total_clp: formatPesos(order.total_clp),
    monto_reclamado_clp: formatPesos(amount),
    enlace_orden: `/account/orders/${order.order_number}`,
    asientos: order.items.every(item => item.tops_up_item_id !== null),
    resuelto: settled,
  },
})

/**
 * Notifies the buyer that an unpaid order was cancelled (template `order_cancelled`). @param reason written by the
 * staff.
 */
export const cancelMail = (order: OrderForReceipt, reason: string | null): QueuedMail => ({
  template: 'order_cancelled',
  recipient: order.buyer.email,
  orderId: order.id,
  params: {
    nombre: order.buyer.first_name,
    numero_orden: order.order_number,
    total_clp: formatPesos(order.total_clp),
    ...(reason !== null && { motivo_cancelacion: reason }),
    enlace_orden: `/account/orders/${order.order_number}`,
  },
})

/**
 * Mails the buyer the deadline and the bank account of an order that waits for a transfer (template `order_waiting`).
 */
export function waitingMail(order: OrderForReceipt, heldUntil: Date): QueuedMail {
  const account = transferAccount()
  return {
    template: 'order_waiting',
    recipient: order.buyer.email,
    orderId: order.id,
    params: {
      nombre: order.buyer.first_name,
      numero_orden: order.order_number,
      total_clp: formatPesos(order.total_clp),
      fecha_limite: formatDate(heldUntil),
      ...(account && {
        banco: account.bank,
        tipo_cuenta: account.accountType,
        numero_cuenta: account.accountNumber,
        titular: account.holder,
        rut_titular: account.rut,
        correo_aviso: account.email,
      }),
      enlace_orden: `/account/orders/${order.order_number}`,
    },
  }
}

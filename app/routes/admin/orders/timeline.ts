import type { LoggedChange } from '#app/features/audit/entity-log.db.server.ts'
import { fullName } from '#app/features/identity/identity.ts'
import { gatewayName } from '#app/features/orders/payment-text.ts'
import type { StaffOrder } from '#app/features/orders/staff-order.db.server.ts'
import { ATTEMPT_LABELS, refundLabel } from '#app/features/payments/manual/staff-order.ts'
import type { OrderPayment, OrderRefund } from '#app/features/payments/order-payments.db.server.ts'
import { formatPesos } from '#app/kernel/format.ts'
import type { SentMail } from '#app/platform/mail/sent-mails.db.server.ts'
import { mailLabel } from '#app/routes/admin/content/mail-labels.ts'

/** One event of an order. */
export type OrderEvent = { key: string; at: Date; what: string; detail?: string | undefined; by?: string | undefined }

type TimelineInput = {
  order: Pick<StaffOrder, 'created_at' | 'client'>
  payments: readonly OrderPayment[]
  refunds: readonly OrderRefund[]
  mails: readonly (SentMail & { recipient: string })[]
  log: readonly LoggedChange[]
}

/** The staff's actions, by the log's names. Refunds come from their own rows. */
const LOGGED: Readonly<Record<string, string>> = {
  order_made_for_client: 'Orden creada desde una cotización',
  payment_registered: 'Pago registrado a mano',
  order_failed: 'Orden cancelada: los asientos ya no se podían agregar',
  order_kept_open: 'Se amplió el plazo para pagar',
  order_cancelled: 'Orden cancelada',
  payment_settled_by_hand: 'Pago por revisar resuelto a mano',
  receipt_resent: 'Comprobante reenviado',
}

/** All known events of an order, newest first. */
export function timelineOf({ order, payments, refunds, mails, log }: TimelineInput): OrderEvent[] {
  const events: OrderEvent[] = [
    ...payments.flatMap(paymentEvents),
    ...refunds.flatMap(refundEvents),
    ...mails.map(mail => ({
      key: mail.id,
      at: mail.sent_at ?? mail.created_at,
      what: `${mail.status === 'sent' ? 'Correo enviado' : 'Correo en la bandeja de salida'}: ${mailLabel(mail.template)}`,
      detail: mail.recipient,
    })),
    ...log.flatMap(({ id, at, action, after, first_name, last_name }) => {
      const what = LOGGED[action]
      if (what === undefined) return []
      const by = first_name === null ? undefined : fullName({ first_name, last_name: last_name ?? '' })
      return [{ key: `log-${id}`, at, what, by, detail: reasonOf(after) }]
    }),
    // Last, so that it stays below events at the same instant.
    ...(log.some(({ action }) => action === 'order_made_for_client')
      ? []
      : [{ key: 'created', at: order.created_at, what: 'Orden creada', by: order.client.name }]),
  ]
  return events.toSorted((a, b) => b.at.getTime() - a.at.getTime())
}

function paymentEvents(payment: OrderPayment): OrderEvent[] {
  const { id, gateway, status, amount_clp, created_at, updated_at } = payment
  // The log has manual payments with their author; orders of $0 have no payment.
  if (payment.manual || gateway === 'free') return []
  const name = gatewayName(gateway)
  const isPaid = ['paid', 'refund_pending', 'partially_refunded', 'refunded'].includes(status)
  const opened = { key: id, at: created_at, what: `${name}: formulario abierto`, detail: formatPesos(amount_clp) }
  const ended = ATTEMPT_LABELS[isPaid ? 'paid' : status]
  // A refund updates the attempt: then the order has the time of payment.
  const at = status === 'paid' || !isPaid ? updated_at : created_at
  return [{ key: `${id}-end`, at, what: `${name}: ${ended.toLowerCase()}` }, opened]
}

function refundEvents({
  id,
  amount_clp,
  reason,
  status,
  by,
  by_hand,
  settled,
  created_at,
  settled_at,
}: OrderRefund): OrderEvent[] {
  const what = `Reembolso de ${formatPesos(amount_clp)}${by_hand ? ' por transferencia' : ''}`
  const requested = { key: id, at: created_at, what: `${what} pedido`, detail: reason, by }
  return settled_at === null
    ? [requested]
    : [
        {
          key: `${id}-end`,
          at: settled_at,
          what: `${what}: ${refundLabel(status, settled !== undefined)}`,
          detail: settled?.note,
          by: settled?.by,
        },
        requested,
      ]
}

function reasonOf(after: unknown): string | undefined {
  if (typeof after !== 'object' || after === null) return undefined
  if ('reason' in after && typeof after.reason === 'string') return after.reason
  if ('reference' in after && typeof after.reference === 'string') return `Referencia ${after.reference}`
  if ('quotation' in after && typeof after.quotation === 'string') return after.quotation
  return undefined
}

import type { LoggedChange } from '#app/features/audit/audit.server.ts'
import { fullName } from '#app/features/identity/identity.ts'
import { PAID_ATTEMPTS } from '#app/features/orders/orders.ts'
import { gatewayName } from '#app/features/orders/payment-text.ts'
import type { StaffOrder } from '#app/features/orders/staff-order.server.ts'
import { CHARGEBACK_REASONS } from '#app/features/payments/chargebacks/chargebacks.ts'
import { ATTEMPT_LABELS, DECLINE_TEXTS, refundLabel } from '#app/features/payments/manual/staff-order.ts'
import type { OrderPayment, OrderRefund } from '#app/features/payments/order-payments.server.ts'
import { MAIL_STATUS_PHRASES } from '#app/features/texts/mail-status.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { mailName } from '#app/mails/mails.ts'
import type { SentMail } from '#app/mails/sent-mails.server.ts'

/** One event of an order. */
export type OrderEvent = {
  key: string
  at: Date
  what: string
  detail?: string | undefined
  by?: string | undefined
  /** The staff's note that the event is, which can be deleted. */
  noteId?: string
}

type TimelineInput = {
  order: Pick<StaffOrder, 'created_at' | 'client'>
  payments: readonly OrderPayment[]
  refunds: readonly OrderRefund[]
  mails: readonly (SentMail & { recipient: string })[]
  notes: readonly { id: string; body: string; created_at: Date; author: string }[]
  log: readonly LoggedChange[]
}

/** The staff's actions, by the log's names. Refunds and payments without a gateway come from their own rows. */
const LOGGED: Readonly<Record<string, string>> = {
  order_made_for_client: 'Orden creada para quien compra',
  order_failed: 'Orden cancelada: los asientos ya no se podían agregar',
  order_kept_open: 'Se amplió el plazo para pagar',
  order_cancelled: 'Orden cancelada',
  payment_settled_by_hand: 'Pago por revisar resuelto a mano',
  receipt_resent: 'Comprobante reenviado',
  chargeback_recorded: 'Contracargo registrado',
  chargeback_answered: 'Contracargo respondido',
  chargeback_won: 'Contracargo ganado',
  chargeback_lost: 'Contracargo perdido',
}

/** All known events of an order, newest first. */
export function buildTimeline({ order, payments, refunds, mails, notes, log }: TimelineInput): OrderEvent[] {
  const events: OrderEvent[] = [
    ...payments.flatMap(paymentEvents),
    ...refunds.flatMap(refundEvents),
    ...mails.map(mail => ({
      key: mail.id,
      at: mail.sent_at ?? mail.created_at,
      what: `Correo «${mailName(mail.template)}» ${MAIL_STATUS_PHRASES[mail.status]}`,
      detail: mail.recipient,
    })),
    ...notes.map(note => ({
      key: note.id,
      noteId: note.id,
      at: note.created_at,
      what: 'Nota del equipo',
      detail: note.body,
      by: note.author,
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
  const { id, gateway, status, amount_clp, buy_order, created_at, manual } = payment
  // Orders of $0 have no payment.
  if (gateway === 'free') return []
  const name = gatewayName(gateway)
  if (manual) {
    const detail = [`${name} de ${formatPesos(amount_clp)}`, `referencia ${manual.reference}`, `del ${manual.paidOn}`]
    const text = [detail.join(', '), manual.note].filter(part => part !== null).join('. ')
    return [{ key: id, at: created_at, what: 'Pago registrado a mano', detail: text, by: manual.by }]
  }
  const isPaid = PAID_ATTEMPTS.includes(status)
  const opened = {
    key: id,
    at: created_at,
    what: `${name}: formulario abierto`,
    detail: `${formatPesos(amount_clp)}, ${buy_order}`,
  }
  const ended = ATTEMPT_LABELS[isPaid ? 'paid' : status]
  const end = { key: `${id}-end`, at: endedAt(payment), what: `${name}: ${ended.toLowerCase()}` }
  return [{ ...end, detail: bankDetail(payment) }, opened]
}

/** When an attempt ended: as the bank says of a payment, whose attempt is also updated by what comes after it; its clock may be behind the shop's. */
function endedAt({ status, created_at, updated_at, transaction_date }: OrderPayment): Date {
  if (!PAID_ATTEMPTS.includes(status)) return updated_at
  if (transaction_date) return transaction_date > created_at ? transaction_date : created_at
  return status === 'paid' ? updated_at : created_at
}

/** What the bank said about an attempt: the authorization of a payment, or the code of a refusal. */
function bankDetail({ authorization_code, response_code }: OrderPayment): string | undefined {
  if (authorization_code !== null) return `Autorización ${authorization_code}`
  return response_code === null || response_code === 0 ? undefined : `Código ${response_code}`
}

const isDecline = (detail: string | null): detail is keyof typeof DECLINE_TEXTS =>
  detail !== null && Object.hasOwn(DECLINE_TEXTS, detail)

function refundEvents({
  id,
  amount_clp,
  reason,
  status,
  by,
  by_hand,
  settled,
  detail: bankReason,
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
          detail:
            settled?.note ?? (status === 'declined' && isDecline(bankReason) ? DECLINE_TEXTS[bankReason] : undefined),
          by: settled?.by,
        },
        requested,
      ]
}

/** The reason of a chargeback by its code; any other text as it is. */
const chargebackReason = (text: string): string =>
  Object.entries(CHARGEBACK_REASONS).find(([code]) => code === text)?.[1] ?? text

function reasonOf(after: unknown): string | undefined {
  if (typeof after !== 'object' || after === null) return undefined
  if ('reason' in after && typeof after.reason === 'string') return chargebackReason(after.reason)
  if ('reference' in after && typeof after.reference === 'string') return `Referencia ${after.reference}`
  if ('quotation' in after && typeof after.quotation === 'string') return after.quotation
  return undefined
}

import { paymentText } from '#app/features/orders/payment-text.ts'
import { ATTEMPT_LABELS, DECLINE_TEXTS, refundLabel } from '#app/features/payments/manual/staff-order.ts'
import type { OrderPayment, OrderRefund } from '#app/features/payments/order-payments.db.server.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { formatPesos } from '#app/kernel/format.ts'
import type { AttemptStatus, RefundStatus } from '#app/platform/database/values.ts'
import { Badge } from '#app/ui/badge.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { Panel } from '#app/ui/panel.tsx'
import type { Tone } from '#app/ui/tone.ts'

const attemptTone = (status: AttemptStatus): Tone => {
  if (status === 'paid') return 'good'
  if (status === 'unknown' || status === 'manual_resolution' || status === 'committing' || status === 'refund_pending')
    return 'fair'
  return status === 'rejected' ? 'poor' : 'neutral'
}

const REFUND_TONES: Readonly<Record<RefundStatus, Tone>> = {
  pending: 'fair',
  done: 'good',
  declined: 'poor',
  manual_resolution: 'fair',
}

const when = (at: Date) => <span className="whitespace-nowrap tabular-nums">{formatDateTime(at)}</span>
const note = (text: string) => <span className="block text-sm text-muted wrap-anywhere">{text}</span>

const paymentColumns: Column<OrderPayment>[] = [
  {
    key: 'how',
    header: 'Medio',
    primary: true,
    cell: payment => (
      <>
        {payment.card_last4 === null
          ? paymentText({ ...payment, payment_type_code: null }).split(',')[0]
          : paymentText(payment)}
        <span className="font-normal">
          {payment.manual ? (
            <>
              {note(`Referencia ${payment.manual.reference}, del ${payment.manual.paidOn}`)}
              {note(`La registró ${payment.manual.by}`)}
              {payment.manual.note && note(payment.manual.note)}
            </>
          ) : (
            note(payment.buy_order)
          )}
          {payment.authorization_code && note(`Autorización ${payment.authorization_code}`)}
        </span>
      </>
    ),
  },
  { key: 'when', header: 'Fecha', inline: 'start', cell: payment => when(payment.created_at) },
  { key: 'amount', header: 'Monto', align: 'end', inline: 'end', cell: payment => formatPesos(payment.amount_clp) },
  {
    key: 'state',
    header: 'Estado',
    inline: 'start',
    cell: ({ status, response_code }) => (
      <>
        <Badge tone={attemptTone(status)}>{ATTEMPT_LABELS[status]}</Badge>
        {response_code !== null && response_code !== 0 && note(`Código ${response_code}`)}
      </>
    ),
  },
]

const refundColumns: Column<OrderRefund>[] = [
  {
    key: 'why',
    header: 'Motivo',
    primary: true,
    cell: refund => (
      <>
        <span className="wrap-anywhere">{refund.reason}</span>
        {refund.by && <span className="font-normal">{note(`Lo pidió ${refund.by}`)}</span>}
        {refund.settled && (
          <span className="font-normal">{note(`Lo resolvió ${refund.settled.by}: ${refund.settled.note}`)}</span>
        )}
      </>
    ),
  },
  { key: 'when', header: 'Fecha', inline: 'start', cell: refund => when(refund.created_at) },
  { key: 'amount', header: 'Monto', align: 'end', inline: 'end', cell: refund => formatPesos(refund.amount_clp) },
  {
    key: 'state',
    header: 'Estado',
    inline: 'start',
    cell: ({ status, detail, by_hand, settled }) => (
      <>
        <Badge tone={REFUND_TONES[status]}>{refundLabel(status, settled !== undefined)}</Badge>
        {by_hand && note('Por transferencia')}
        {status === 'declined' && isDecline(detail) && note(DECLINE_TEXTS[detail])}
      </>
    ),
  },
]

const isDecline = (detail: string | null): detail is keyof typeof DECLINE_TEXTS =>
  detail !== null && Object.hasOwn(DECLINE_TEXTS, detail)

type OrderPaymentsProps = { payments: readonly OrderPayment[]; refunds: readonly OrderRefund[] }

/** Every payment attempt, and the refunds. */
export const OrderPayments = ({ payments, refunds }: OrderPaymentsProps) => (
  <>
    <Panel title="Pagos" padding="flush">
      <DataTable
        caption="Intentos de pago, lo más reciente primero"
        columns={paymentColumns}
        rows={payments}
        rowKey={payment => payment.id}
        empty={<p className="px-5 pb-5 text-md text-muted sm:px-6">Nadie ha intentado pagarla.</p>}
      />
    </Panel>
    {refunds.length > 0 && (
      <Panel title="Reembolsos" padding="flush">
        <DataTable
          caption="Reembolsos, lo más reciente primero"
          columns={refundColumns}
          rows={refunds}
          rowKey={refund => refund.id}
        />
      </Panel>
    )}
  </>
)

import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import type { StaffOrder } from '#app/features/orders/staff-order.server.ts'
import type { OrderPayment, OrderRefund } from '#app/features/payments/order-payments.server.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Dialog } from '#app/kit/ui/dialog.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { useHydrated } from '#app/kit/ui/use-hydrated.ts'
import { leftOf, RefundForm, type RefundFormProps } from './refund-form.tsx'

/** Whether a chargeback took all that the payment had left. */
const isClaimed = (order: StaffOrder, payment: OrderPayment): boolean =>
  order.charged_back_clp > 0 && leftOf(order, payment) === 0

type Refundable = { order: StaffOrder; payment: OrderPayment | undefined; openRefund: OrderRefund | undefined }

/** Whether there is something to refund now: no refund is under way, and no chargeback took all of the payment. */
export const isRefundable = ({ order, payment, openRefund }: Refundable): boolean =>
  payment !== undefined && !openRefund && !isClaimed(order, payment)

type RefundPanelProps = Omit<RefundFormProps, 'payment'> & Refundable

/** Refunds a payment in a dialog, or says why there is nothing to refund. */
export function RefundPanel({ openRefund, payment, ...form }: RefundPanelProps) {
  if (payment && isRefundable({ order: form.order, payment, openRefund })) {
    // Starts anew, and closed, when the refunded amount changes.
    return <RefundOnRequest key={payment.refunded_clp} {...form} payment={payment} />
  }
  return (
    <Panel title="Reembolso">
      {openRefund ? (
        <Alert tone="warning">
          {openRefund.status === 'manual_resolution'
            ? `El banco no dijo qué pasó con el reembolso de ${formatPesos(openRefund.amount_clp)} del ${formatDateTime(openRefund.created_at)}. Resuélvelo arriba, en 'Por revisar', antes de devolver algo más.`
            : `Hay un reembolso de ${formatPesos(openRefund.amount_clp)} en curso desde el ${formatDateTime(openRefund.created_at)}: seguimos preguntándole al banco.`}
        </Alert>
      ) : (
        <p className="text-md text-muted">
          {payment
            ? 'Todo lo que queda de esta orden está en un contracargo.'
            : 'No hay un pago que se pueda devolver.'}
        </p>
      )}
    </Panel>
  )
}

/** The fragment of an order's address that opens the dialog of a refund; without scripts it opens the section of its form. */
export const REFUND_FRAGMENT = 'reembolso'

/** Whether an answer is shown inside of the dialog, which lies over the page's own outcome. */
export const isAnsweredInDialog = (answer: RefundFormProps['answer']): boolean =>
  answer?.intent === 'refund' && !answer.done

function RefundOnRequest(props: RefundFormProps) {
  const { order, answer } = props
  const { hash, key } = useLocation()
  const sending = useNavigation().formData?.get('intent') === 'refund'
  const [open, setOpen] = useState(isAnsweredInDialog(answer))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second click on the same link opens it again.
  useEffect(() => {
    if (hash === `#${REFUND_FRAGMENT}`) setOpen(true)
  }, [hash, key])
  if (!useHydrated()) return <RefundSection {...props} open={open} />
  return (
    <Dialog
      open={open}
      onClose={() => setOpen(false)}
      title="Reembolso"
      description={`${order.order_number}, ${order.client.name}`}
      size="md"
      locked={sending}
    >
      {isAnsweredInDialog(answer) && <FormOutcome answer={answer} />}
      <RefundForm {...props} />
    </Dialog>
  )
}

/** The form without scripts: on the page, under its address. */
const RefundSection = ({ open, ...form }: RefundFormProps & { open: boolean }) => (
  <section aria-labelledby="refund-title" className="min-w-0 rounded-lg border border-line bg-surface scripted:hidden">
    <details open={open} className="group/details">
      <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-3 rounded-lg px-5 hover:text-copper sm:px-6 [&::-webkit-details-marker]:hidden">
        <h2 id="refund-title" className="text-lg">
          Reembolso
        </h2>
        <ChevronDown
          aria-hidden="true"
          className="size-5 flex-none text-muted transition-transform group-open/details:rotate-180"
        />
      </summary>
      <div id={REFUND_FRAGMENT} className="scroll-mt-32 px-5 pt-1 pb-5 sm:px-6 sm:pb-6">
        <RefundForm {...form} />
      </div>
    </details>
  </section>
)

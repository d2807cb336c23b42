import Printer from 'lucide-react/icons/printer'
import { data, redirect, redirectDocument, useNavigation } from 'react-router'
import { GoneNote } from '#app/features/orders/buy-again.tsx'
import { OrderDocumentLinks } from '#app/features/orders/order-document-links.tsx'
import { ItemsProgress, OrderAgain } from '#app/features/orders/order-history.tsx'
import { OrderReceipt } from '#app/features/orders/order-receipt.tsx'
import { CHARGED_BACK_TEXT, heldText, nextStep, receiptPath, STEP_TEXTS, wasPaid } from '#app/features/orders/orders.ts'
import { TransferPanel } from '#app/features/orders/transfer-panel.tsx'
import { belowMinimumText } from '#app/features/payments/attempts/attempts.ts'
import { startPayment } from '#app/features/payments/attempts/start-payment.server.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { DownloadLink } from '#app/kit/ui/download-link.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { AccountPage } from '#app/layouts/account/account-page.tsx'
import { shop } from '#app/platform/mail/shop.ts'
import { transferAccount } from '#app/platform/mail/transfer-account.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/order'
import { requireOwnOrder } from './own-order.server.ts'

export const meta: Route.MetaFunction = ({ params }) => [{ title: `Compra ${params.number} · Alhena` }]

export async function loader(args: Route.LoaderArgs) {
  const { buyer, order, progress } = await requireOwnOrder(args)
  const { now } = servicesOf(args.context)
  // Whoever made an order pays it.
  const step = order.mine || order.status !== 'pending' ? nextStep(order.status, order.payment?.status) : 'theirs'
  const { held_until } = order
  const heldUntil = step === 'pay' && held_until !== null && held_until > now() ? held_until : undefined
  return {
    order,
    step,
    transfer: heldUntil && { heldUntil, account: transferAccount(), supportEmail: shop().correo_soporte },
    buyer,
    progress,
    now: now(),
  }
}

const UNAVAILABLE = 'El medio de pago no responde. No se hizo ningún cobro: inténtalo en unos minutos.'

/** Continues the payment of a pending order. */
export async function action(args: Route.ActionArgs) {
  const { user, order } = await requireOwnOrder(args)
  const services = servicesOf(args.context)
  const started = await startPayment(services, { id: order.id, userId: user.id }, services.now())
  if (started.ok) return redirectDocument(started.value)
  // The order's state has changed since the page was shown: the page shows the new one.
  if (started.error.code === 'not_payable') return redirect(`/account/orders/${order.order_number}`)
  const { error } = started
  return error.code === 'below_minimum'
    ? data({ problem: belowMinimumText(error.minimum) }, 409)
    : data({ problem: UNAVAILABLE }, 503)
}

export default function Order({ loaderData, actionData }: Route.ComponentProps) {
  const { order, step, transfer, buyer, progress, now } = loaderData
  const bought = { order_number: order.order_number, status: order.status, items: progress }
  const pending = useNavigation().formMethod === 'POST'
  const isReceipt = wasPaid(order.status)
  return (
    <AccountPage>
      <PageHeading
        before={<Breadcrumbs items={[{ label: 'Compras', to: '/account/orders' }, { label: order.order_number }]} />}
        title={isReceipt ? 'Comprobante de compra' : 'Compra'}
        description={`Orden ${order.order_number}`}
        actions={
          isReceipt && (
            <>
              <DownloadLink to={receiptPath(order.order_number)} variant="secondary" pendingLabel="Preparando…">
                Comprobante en PDF
              </DownloadLink>
              <Button variant="secondary" onClick={() => window.print()}>
                <Printer aria-hidden="true" />
                Imprimir
              </Button>
            </>
          )
        }
      />
      <div className="mb-6 grid gap-4 print:hidden">
        {!pending && actionData?.problem && <Alert tone="error">{actionData.problem}</Alert>}
        <Alert
          tone={step === 'use' ? 'success' : step === 'none' ? 'info' : 'warning'}
          actions={
            <>
              {step === 'pay' && (
                <Form method="post">
                  <Button type="submit" size="sm" pending={pending} pendingLabel="Abriendo el pago…">
                    Continuar al pago
                  </Button>
                </Form>
              )}
              {step === 'use' && (
                <ButtonLink size="sm" variant="secondary" to="/account/dashboard">
                  Ver mis accesos
                </ButtonLink>
              )}
              <OrderAgain order={bought} />
              <GoneNote items={order.status === 'pending' ? [] : progress} />
            </>
          }
        >
          {transfer
            ? heldText(formatDate(transfer.heldUntil))
            : step === 'use' && order.charged_back_clp > 0
              ? CHARGED_BACK_TEXT
              : STEP_TEXTS[step]}
        </Alert>
      </div>
      {transfer && (
        <div className="mb-6">
          <TransferPanel order={order} {...transfer} />
        </div>
      )}
      {order.status === 'paid' && (
        <Panel title="Qué te dio esta compra" className="mb-6 print:hidden">
          <ItemsProgress order={bought} now={now} />
        </Panel>
      )}
      {order.documents.some(({ status }) => status === 'issued') && (
        <Panel title="Documentos tributarios" className="mb-6 print:hidden">
          <OrderDocumentLinks orderNumber={order.order_number} documents={order.documents} />
        </Panel>
      )}
      <OrderReceipt order={order} buyer={buyer} />
    </AccountPage>
  )
}

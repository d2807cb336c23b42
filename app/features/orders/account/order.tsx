import Printer from 'lucide-react/icons/printer'
import { useEffect } from 'react'
import { data, Link, redirect, redirectDocument, useNavigation } from 'react-router'
import { useCart } from '#app/features/cart/cart-context.ts'
import { BoughtLines } from '#app/features/cart/drawer/bought-lines.tsx'
import { GoneNote } from '#app/features/orders/buy-again.tsx'
import { OrderDocumentLinks } from '#app/features/orders/order-document-links.tsx'
import { ItemsProgress, OrderAgain } from '#app/features/orders/order-history.tsx'
import { OrderStatusBadge } from '#app/features/orders/order-status-badge.tsx'
import { OrderSums } from '#app/features/orders/order-sums.tsx'
import { CHARGED_BACK_TEXT, heldText, nextStep, receiptPath, STEP_TEXTS, wasPaid } from '#app/features/orders/orders.ts'
import type { OwnReceipt, ReceiptPayment } from '#app/features/orders/own-receipt.server.ts'
import { instalmentsText, paymentText } from '#app/features/orders/payment-text.ts'
import { legalNote } from '#app/features/orders/receipt.ts'
import { TransferPanel } from '#app/features/orders/transfer-panel.tsx'
import { belowMinimumText } from '#app/features/payments/attempts/attempts.ts'
import { startPayment } from '#app/features/payments/attempts/start-payment.server.ts'
import { forgetDraft } from '#app/features/payments/checkout/checkout-draft.ts'
import { quotationPath } from '#app/features/quotations/quotations.ts'
import { formatDate, formatDateTime } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { formatRut } from '#app/kernel/rut.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { DownloadLink } from '#app/kit/ui/download-link.tsx'
import { Fact, Facts } from '#app/kit/ui/facts.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { AccountPage } from '#app/layouts/account/account-page.tsx'
import { shop } from '#app/platform/mail/shop.ts'
import { transferAccount } from '#app/platform/mail/transfer-account.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/order'
import { requireOwnOrder } from './own-order.server.ts'

type ReceiptBuyer = { name: string; email: string }

type OrderReceiptProps = { order: OwnReceipt; buyer: ReceiptBuyer }

/** An order with everything that a buyer's bookkeeping needs, for screen and print. */
function OrderReceipt({ order, buyer }: OrderReceiptProps) {
  const { seller } = order
  return (
    <div className="grid gap-6 print:gap-4">
      <Panel title="Detalle">
        <BoughtLines
          lines={order.items.map(({ subtotal_clp, added_to, ...item }) => ({
            ...item,
            id: item.slug,
            name: (
              <Link to={`/assessment/${item.slug}`} className="decoration-copper/40 underline-offset-4 hover:underline">
                {item.name}
              </Link>
            ),
            price: subtotal_clp,
            ...(added_to !== null && { addedTo: added_to }),
          }))}
        />
        <OrderSums order={order} />
      </Panel>
      <div className="grid gap-6 md:grid-cols-2 print:grid-cols-2 print:gap-4">
        <Panel title="Compra">
          <Facts>
            <Fact label="Orden">{order.order_number}</Fact>
            {order.quotation && (
              <Fact label="Cotización">
                <Link
                  to={quotationPath(order.quotation.id)}
                  className="decoration-copper/40 underline-offset-4 hover:underline"
                >
                  {order.quotation.number}
                </Link>
              </Fact>
            )}
            {order.purchase_order && <Fact label="Orden de compra">{order.purchase_order}</Fact>}
            <Fact label="Fecha">{formatDateTime(order.created_at)}</Fact>
            <Fact label="Estado">
              <OrderStatusBadge order={order} />
            </Fact>
            {order.paid_at && <Fact label="Pagada el">{formatDateTime(order.paid_at)}</Fact>}
            {order.status === 'paid' && order.items.some(item => item.added_to === null) && (
              <Fact label="Vigencia de los accesos">
                {`${countOf(order.access_days, 'día', 'días')} desde el pago`}
              </Fact>
            )}
            {order.payment && order.paid_at && <Fact label="Medio de pago">{paymentText(order.payment)}</Fact>}
            {order.payment && order.paid_at && <CardFacts payment={order.payment} />}
          </Facts>
        </Panel>
        <Panel title={order.document_type === 'factura' ? 'Datos para la factura' : 'Quién compró'}>
          <Facts>
            {order.document_type === 'factura' ? (
              <>
                <Fact label="Razón social">{order.billing_name}</Fact>
                <Fact label="RUT">{order.billing_rut && formatRut(order.billing_rut)}</Fact>
                <Fact label="Giro">{order.billing_activity}</Fact>
                <Fact label="Dirección">{`${order.billing_address}, ${order.billing_commune}`}</Fact>
              </>
            ) : (
              <Fact label="Nombre">{buyer.name}</Fact>
            )}
            <Fact label="Email">{buyer.email}</Fact>
            {order.company_name && <Fact label="Empresa">{order.company_name}</Fact>}
            {order.company_url && <Fact label="Sitio de la empresa">{order.company_url}</Fact>}
            <Fact label="Documento pedido">{order.document_type === 'factura' ? 'Factura' : 'Boleta'}</Fact>
          </Facts>
        </Panel>
      </div>
      <div className="grid gap-2 text-sm text-muted">
        <p className="font-medium text-ink">{legalNote(order)}</p>
        <p>
          {`${seller.razon_social}, RUT ${seller.rut_empresa}, ${seller.direccion}. ¿Dudas con esta compra? Escribe a ${seller.correo_soporte} con el número de orden.`}
        </p>
      </div>
    </div>
  )
}

/** What Transbank asks a receipt to show of a card's payment, besides card and amount. */
function CardFacts({ payment }: { payment: ReceiptPayment }) {
  const instalments = instalmentsText(payment)
  return (
    <>
      {instalments && <Fact label="Cuotas">{instalments}</Fact>}
      {payment.authorization_code && <Fact label="Código de autorización">{payment.authorization_code}</Fact>}
      {payment.transaction_date && (
        <Fact label="Fecha de la transacción">{formatDateTime(payment.transaction_date)}</Fact>
      )}
    </>
  )
}

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

/** Empties the cart of which an order was made that waits for its transfer; any other cart stays. */
function useEmptiedCart(key: string | undefined): void {
  const { ready, checkoutKey, clear } = useCart()
  const isThisCart = ready && checkoutKey === key
  useEffect(() => {
    if (!isThisCart) return
    clear()
    forgetDraft()
  }, [isThisCart, clear])
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
  useEmptiedCart(transfer && order.idempotency_key)
  const bought = { ...order, items: progress }
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

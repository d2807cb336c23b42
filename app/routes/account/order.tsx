import Printer from 'lucide-react/icons/printer'
import { data, Form, redirect, redirectDocument, useNavigation } from 'react-router'
import { fullName } from '#app/features/identity/identity.ts'
import { actorOf, requireUser } from '#app/features/identity/session.server.ts'
import { OrderReceipt } from '#app/features/orders/order-receipt.tsx'
import { heldText, isOrderNumber, nextStep, STEP_TEXTS } from '#app/features/orders/orders.ts'
import { ownReceipt } from '#app/features/orders/own-receipt.db.server.ts'
import { TransferPanel } from '#app/features/orders/transfer-panel.tsx'
import { startPayment } from '#app/features/payments/attempts/start-payment.server.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { shop } from '#app/platform/mail/shop.ts'
import { transferAccount } from '#app/platform/mail/transfer-account.ts'
import { hrefOf } from '#app/platform/payments/gateway.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { AccountPage } from '#app/routes/account/account-page.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Breadcrumbs, PageHeading } from '#app/ui/page-heading.tsx'
import type { Route } from './+types/order'

export const meta: Route.MetaFunction = ({ params }) => [{ title: `Compra ${params.number} · Alhena` }]

/** Another user's order gets the same answer as an unknown one. */
async function findOwn(args: Route.LoaderArgs | Route.ActionArgs) {
  const user = await requireUser(args)
  const { number } = args.params
  const order = isOrderNumber(number)
    ? await asActor(servicesOf(args.context).db, actorOf(user), tx => ownReceipt(tx, user.id, number))
    : undefined
  if (!order) throw data('Not found', { status: 404 })
  return { user, order }
}

export async function loader(args: Route.LoaderArgs) {
  const { user, order } = await findOwn(args)
  const { now } = servicesOf(args.context)
  const step = nextStep(order.status, order.payment?.status)
  const { held_until } = order
  const heldUntil = step === 'pay' && held_until !== null && held_until > now() ? held_until : undefined
  return {
    order,
    step,
    transfer: heldUntil && { heldUntil, account: transferAccount(), supportEmail: shop().correo_soporte },
    buyer: { name: fullName(user), email: user.email },
  }
}

/** Continues the payment of a pending order. */
export async function action(args: Route.ActionArgs) {
  const { user, order } = await findOwn(args)
  const services = servicesOf(args.context)
  const started = await startPayment(services, { id: order.id, userId: user.id }, services.now())
  if (started.ok) return redirectDocument(hrefOf(started.value))
  // The order's state has changed since the page was shown: the page shows the new one.
  if (started.error.code === 'not_payable') return redirect(`/account/orders/${order.order_number}`)
  return data({ unavailable: true }, 503)
}

export default function Order({ loaderData, actionData }: Route.ComponentProps) {
  const { order, step, transfer, buyer } = loaderData
  const pending = useNavigation().formMethod === 'POST'
  const isReceipt = order.status === 'paid' || order.status === 'refunded'
  return (
    <AccountPage>
      <PageHeading
        before={<Breadcrumbs items={[{ label: 'Compras', to: '/account/orders' }, { label: order.order_number }]} />}
        title={isReceipt ? 'Comprobante de compra' : 'Compra'}
        description={`Orden ${order.order_number}`}
        actions={
          isReceipt && (
            <Button variant="secondary" onClick={() => window.print()}>
              <Printer aria-hidden="true" />
              Imprimir
            </Button>
          )
        }
      />
      <div className="mb-6 grid gap-4 print:hidden">
        {!pending && actionData?.unavailable && (
          <Alert tone="error">El medio de pago no responde. No se hizo ningún cobro: inténtalo en unos minutos.</Alert>
        )}
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
              {step === 'buy_again' && (
                <ButtonLink size="sm" variant="secondary" to="/assessments">
                  Ver el catálogo
                </ButtonLink>
              )}
            </>
          }
        >
          {transfer ? heldText(formatDate(transfer.heldUntil)) : STEP_TEXTS[step]}
        </Alert>
      </div>
      {transfer && (
        <div className="mb-6">
          <TransferPanel order={order} {...transfer} />
        </div>
      )}
      <OrderReceipt order={order} buyer={buyer} />
    </AccountPage>
  )
}

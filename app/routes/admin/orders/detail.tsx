import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Mail from 'lucide-react/icons/mail'
import Printer from 'lucide-react/icons/printer'
import { data, Form, useLocation, useNavigation } from 'react-router'
import { z } from 'zod'
import { listedState } from '#app/features/accesses/accesses.ts'
import { accessesAtStake, newestAccesses } from '#app/features/accesses/related-accesses.db.server.ts'
import { logOf } from '#app/features/audit/entity-log.db.server.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { orderList } from '#app/features/orders/order-list.tsx'
import { orderNeighbours } from '#app/features/orders/order-neighbours.db.server.ts'
import { orderNotes } from '#app/features/orders/order-notes.server.ts'
import { staffOrder } from '#app/features/orders/staff-order.db.server.ts'
import { resolutionKind } from '#app/features/payments/manual/resolution.ts'
import { refundWarnings, STAFF_ORDER_INTENTS } from '#app/features/payments/manual/staff-order.ts'
import { paymentsOf, refundsOf } from '#app/features/payments/order-payments.db.server.ts'
import { FormOutcome } from '#app/forms/form-outcome.tsx'
import { keepForms, revalidateOnConflict } from '#app/forms/keep-form.ts'
import { dayOf, formatDateTime } from '#app/kernel/dates.ts'
import { readList } from '#app/lists/define-list.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { mailsOfOrder } from '#app/platform/mail/sent-mails.db.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { StaffNotes } from '#app/routes/admin/clients/staff-notes.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Breadcrumbs, PageHeading } from '#app/ui/page-heading.tsx'
import { Panel } from '#app/ui/panel.tsx'
import type { Route } from './+types/detail'
import { answerOrder, type OrderAnswer } from './order-action.server.ts'
import { OrderBilling, OrderClient, OrderFacts } from './order-facts.tsx'
import { OrderItems } from './order-items.tsx'
import { OrderPayments } from './order-payments.tsx'
import { OrderAccesses, OrderMails } from './order-people.tsx'
import { PendingOrder } from './pending-order.tsx'
import { RefundPanel } from './refund-panel.tsx'
import { ResolutionPanel } from './resolution-panel.tsx'
import { type OrderEvent, timelineOf } from './timeline.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.order.order_number ?? 'Orden'} · Administración · Alhena` },
]

/** Maximum newest accesses, mails and changes on the page. */
const SHOWN = 25
const SHOWN_CHANGES = 100

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const id = z.uuid().safeParse(args.params.orderId)
  // The list that it was opened from; without one, all days.
  const { query: listed } = readList(orderList, args.url, now())
  const query = args.url.search === '' ? { ...listed, from: undefined, until: undefined } : listed
  const found = id.success
    ? await asActor(db, actorOf(user), async tx => {
        const order = await staffOrder(tx, id.data)
        if (!order) return undefined
        return {
          order,
          payments: await paymentsOf(tx, order.id),
          refunds: await refundsOf(tx, order.id),
          accesses: await newestAccesses(tx, { orderId: order.id }, SHOWN),
          atStake: await accessesAtStake(tx, order.id),
          mails: await mailsOfOrder(tx, order.id, SHOWN),
          beside: await orderNeighbours(tx, order.id, query),
          notes: await orderNotes(tx, order.id),
          log: await logOf(tx, 'orders', order.id, SHOWN_CHANGES),
        }
      })
    : undefined
  if (!found) throw data('Not found', 404)
  const { log, ...shown } = found
  const at = now()
  const payment = found.payments.find(({ status }) => PAID.includes(status))
  const unresolved = found.payments
    .filter(({ status }) => status === 'manual_resolution')
    .map(attempt => {
      const refund = found.refunds.find(
        ({ status, attempt_id }) => status === 'manual_resolution' && attempt_id === attempt.id,
      )
      return { payment: attempt, refund, kind: resolutionKind(found.order.status, refund !== undefined) }
    })
  return {
    ...shown,
    accesses: found.accesses.map(access => ({ ...access, state: listedState(access, at) })),
    payment,
    unresolved,
    warnings: payment ? refundWarnings(payment, at) : [],
    openRefund: found.refunds.find(({ status }) => status === 'pending' || status === 'manual_resolution'),
    timeline: timelineOf({ ...found, log }),
    today: dayOf(at),
    adminEmail: user.email,
  }
}

const PAID: readonly string[] = ['paid', 'partially_refunded']

export const shouldRevalidate = revalidateOnConflict

export const clientAction = (args: Route.ClientActionArgs) => keepForms(args, STAFF_ORDER_INTENTS)

export const action = answerOrder

export default function AdminOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { order, payments, payment, refunds, accesses, mails, timeline, today, adminEmail } = loaderData
  const answerTo = (...intents: OrderAnswer['intent'][]) =>
    actionData && intents.includes(actionData.intent) ? actionData : undefined
  return (
    <>
      <PageHeading
        title={<span className="wrap-anywhere max-sm:text-xl">{order.order_number}</span>}
        description={`${order.client.name}, ${formatDateTime(order.created_at)}`}
        before={
          <Breadcrumbs
            items={[{ label: 'Órdenes', to: `/admin/orders${useLocation().search}` }, { label: order.order_number }]}
          />
        }
        actions={
          <>
            <OrderNeighbours {...loaderData.beside} />
            <Button variant="secondary" onClick={() => window.print()} className="print:hidden">
              <Printer aria-hidden="true" />
              Imprimir
            </Button>
            <ResendReceipt />
          </>
        }
      />
      <FormOutcome answer={actionData} />
      <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-8">
          <div className="contents print:hidden">
            {loaderData.unresolved.map(entry => (
              <ResolutionPanel
                key={entry.payment.id}
                {...entry}
                adminEmail={adminEmail}
                answer={answerTo('resolve-payment')}
              />
            ))}
            {order.status === 'pending' && (
              <PendingOrder
                {...{ order, today, adminEmail }}
                answer={answerTo('register-payment', 'keep-open', 'cancel')}
              />
            )}
          </div>
          <OrderItems order={order} refunds={refunds} />
          <OrderPayments payments={payments} refunds={refunds} />
          <div className="contents print:hidden">
            {order.status === 'paid' && (
              <RefundPanel
                order={order}
                payment={payment}
                openRefund={loaderData.openRefund}
                atStake={loaderData.atStake}
                warnings={loaderData.warnings}
                adminEmail={adminEmail}
                answer={answerTo('refund')}
              />
            )}
          </div>
          <OrderAccesses accesses={accesses} total={loaderData.atStake} order={order} />
          <OrderMails mails={mails} />
        </div>
        <div className="grid min-w-0 gap-8">
          <OrderFacts order={order} />
          <OrderClient order={order} />
          <OrderBilling order={order} />
          <StaffNotes notes={loaderData.notes} answer={answerTo('add-note')} />
          <OrderTimeline events={timeline} />
        </div>
      </div>
    </>
  )
}

/** Sends the order's receipt to its buyer again. */
function ResendReceipt() {
  const sending = useNavigation().formData?.get('intent') === 'resend-receipt'
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="resend-receipt" />
      <Button type="submit" variant="secondary" pending={sending}>
        <Mail aria-hidden="true" />
        Reenviar Comprobante
      </Button>
    </Form>
  )
}

type OrderNeighboursProps = { previous: string | undefined; next: string | undefined }

/** Links to the previous and next order of the list it was opened from, whose query the address keeps. */
function OrderNeighbours({ previous, next }: OrderNeighboursProps) {
  const { search } = useLocation()
  if (previous === undefined && next === undefined) return null
  return (
    <nav aria-label="Órdenes vecinas" className="flex gap-2.5 print:hidden">
      {previous !== undefined && (
        <ButtonLink
          variant="secondary"
          size="icon"
          to={`/admin/orders/${previous}${search}`}
          aria-label="Orden anterior de la lista"
        >
          <ChevronLeft aria-hidden="true" />
        </ButtonLink>
      )}
      {next !== undefined && (
        <ButtonLink
          variant="secondary"
          size="icon"
          to={`/admin/orders/${next}${search}`}
          aria-label="Orden siguiente de la lista"
        >
          <ChevronRight aria-hidden="true" />
        </ButtonLink>
      )}
    </nav>
  )
}

/** The events of the order, newest first. */
const OrderTimeline = ({ events }: { events: readonly OrderEvent[] }) => (
  <Panel title="Historial">
    <ol className="grid gap-5 border-l border-line pl-5">
      {events.map(({ key, at, what, detail, by }) => (
        <li key={key} className="relative text-md">
          <span
            aria-hidden="true"
            className="absolute top-[0.55em] -left-[1.5rem] size-2 rounded-full border border-control bg-surface"
          />
          <span className="block font-medium text-pretty">{what}</span>
          {detail && <span className="block text-sm wrap-anywhere">{detail}</span>}
          <span className="block text-sm text-muted tabular-nums">
            {formatDateTime(at)}
            {by && `, ${by}`}
          </span>
        </li>
      ))}
    </ol>
  </Panel>
)

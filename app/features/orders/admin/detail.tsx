import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Mail from 'lucide-react/icons/mail'
import Printer from 'lucide-react/icons/printer'
import { data, useLocation } from 'react-router'
import { z } from 'zod'
import { listedState } from '#app/features/accesses/accesses.ts'
import { accessesAtStake, newestAccesses } from '#app/features/accesses/related-accesses.server.ts'
import { ledgerOfOrder } from '#app/features/accounting/ledger.server.ts'
import { logOf } from '#app/features/audit/audit.server.ts'
import { linesOfOrder } from '#app/features/bank-statements/lines/bank-lines.server.ts'
import { listNotes } from '#app/features/clients/staff-notes.server.ts'
import { DeleteNote, NoteForm } from '#app/features/clients/staff-notes.tsx'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { PERMISSIONS, readsArea } from '#app/features/identity/staff/permissions.ts'
import { useStaffScope } from '#app/features/identity/staff/reauthentication-context.ts'
import { PAID_ATTEMPTS } from '#app/features/orders/orders.ts'
import { staffOrder } from '#app/features/orders/staff-order.server.ts'
import { findOrderChargebacks } from '#app/features/payments/chargebacks/chargebacks.server.ts'
import { resolutionKind } from '#app/features/payments/manual/resolution.ts'
import { refundWarnings, STAFF_ORDER_INTENTS } from '#app/features/payments/manual/staff-order.ts'
import { findPayments, findRefunds } from '#app/features/payments/order-payments.server.ts'
import { documentsOfOrder } from '#app/features/tax-documents/staff-documents.server.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import { dayOf, formatDateTime } from '#app/kernel/dates.ts'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { keepTypedInput, revalidateOnConflict, unansweredIntent } from '#app/kit/forms/keep-typed-input.ts'
import { PostButton } from '#app/kit/forms/post-button.tsx'
import { readList } from '#app/kit/lists/define-list.ts'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { useHydrated } from '#app/kit/ui/use-hydrated.ts'
import { mailsOfOrder } from '#app/mails/sent-mails.server.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/detail'
import { answerOrder, type OrderAnswer } from './order-action.server.ts'
import { OrderClient, OrderFacts } from './order-facts.tsx'
import { OrderChargebacks, OrderLedger } from './order-finance.tsx'
import { OrderDocuments, OrderItems } from './order-items.tsx'
import { orderList } from './order-list.tsx'
import { orderNeighbours } from './order-neighbours.server.ts'
import { OrderAccesses } from './order-people.tsx'
import { PendingOrder } from './pending-order.tsx'
import { isAnsweredInDialog, isRefundable, REFUND_FRAGMENT, RefundPanel } from './refund-panel.tsx'
import { ResolutionPanel } from './resolution-panel.tsx'
import { buildTimeline, type OrderEvent } from './timeline.ts'

type OrderHistoryProps = {
  events: readonly OrderEvent[]
  /** The answer to a submitted note. */
  answer: OrderAnswer | undefined
}

/** Everything that happened to the order, newest first: payments, refunds, mails, changes and the staff's notes. */
function OrderHistory({ events, answer }: OrderHistoryProps) {
  return (
    <Panel title="Historial" description="Las notas solo las ve el equipo. Se borran si la cuenta se elimina.">
      {/* Emptied when a note was saved. */}
      <NoteForm key={events.length} answer={answer} />
      <ol className="mt-7 grid gap-5 border-l border-line pl-5">
        {events.map(({ key, at, what, detail, by, noteId }) => (
          <li key={key} className="relative text-md">
            <span
              aria-hidden="true"
              className="absolute top-[0.55em] -left-[1.5rem] size-2 rounded-full border border-control bg-surface"
            />
            <div className="flex flex-wrap items-baseline justify-between gap-x-6">
              <p className="font-medium text-pretty">{what}</p>
              <p className="text-sm text-muted tabular-nums">{`${formatDateTime(at)}${by ? `, ${by}` : ''}`}</p>
            </div>
            {detail && <p className="text-sm whitespace-pre-line wrap-anywhere">{detail}</p>}
            {noteId && <DeleteNote id={noteId} at={at} />}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

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
    ? await readAs(db, actorOf(user), async tx => {
        const { order, ...shown } = await allKeyed({
          order: staffOrder(tx, id.data),
          payments: findPayments(tx, id.data),
          refunds: findRefunds(tx, id.data),
          credits: linesOfOrder(tx, id.data),
          chargebacks: findOrderChargebacks(tx, id.data),
          ledger: ledgerOfOrder(tx, id.data),
          accesses: newestAccesses(tx, { orderId: id.data }, SHOWN),
          atStake: accessesAtStake(tx, id.data),
          mails: mailsOfOrder(tx, id.data, SHOWN),
          beside: orderNeighbours(tx, id.data, query),
          documents: documentsOfOrder(tx, id.data),
          notes: listNotes(tx, { of: 'order', id: id.data }),
          log: logOf(tx, 'orders', id.data, SHOWN_CHANGES),
        })
        return order && { order, ...shown }
      })
    : undefined
  if (!found) throw data('Not found', 404)
  const { log, payments, mails, notes, ...shown } = found
  const at = now()
  const payment = found.payments.find(({ status }) => REFUNDABLE.includes(status))
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
    paidBy: found.payments.find(({ status }) => PAID_ATTEMPTS.includes(status)),
    unresolved,
    warnings: payment ? refundWarnings(payment, at) : [],
    openRefund: found.refunds.find(({ status }) => status === 'pending' || status === 'manual_resolution'),
    timeline: buildTimeline({ ...found, log }),
    today: dayOf(at),
  }
}

const REFUNDABLE: readonly string[] = ['paid', 'partially_refunded']

export const shouldRevalidate = revalidateOnConflict

export const clientAction = (args: Route.ClientActionArgs) =>
  keepTypedInput(args, unansweredIntent(STAFF_ORDER_INTENTS))

export const action = answerOrder

export default function AdminOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { order, payment, refunds, accesses, timeline, today } = loaderData
  const isPaid = order.status === 'paid' || order.status === 'charged_back'
  const scope = useStaffScope()
  const canWrite = PERMISSIONS.orders[scope] === 'write'
  const canRefund = canWrite && isPaid && isRefundable(loaderData)
  const hasDialog = useHydrated() && canRefund
  const { search } = useLocation()
  const answerTo = (...intents: OrderAnswer['intent'][]) =>
    actionData && intents.includes(actionData.intent) ? actionData : undefined
  return (
    <>
      <PageHeading
        title={<span className="text-2xl wrap-anywhere max-sm:text-xl">{order.order_number}</span>}
        description={`${order.client.name}, ${formatDateTime(order.created_at)}`}
        before={
          <Breadcrumbs items={[{ label: 'Órdenes', to: `/admin/orders${search}` }, { label: order.order_number }]} />
        }
        actions={
          <>
            <OrderNeighbours {...loaderData.beside} />
            <Button variant="secondary" size="sm" onClick={() => window.print()} className="print:hidden">
              <Printer aria-hidden="true" />
              Imprimir
            </Button>
            {canWrite && <ResendReceipt />}
            {canRefund && (
              <ButtonLink variant="secondary" size="sm" to={{ search, hash: REFUND_FRAGMENT }} preventScrollReset>
                Reembolsar…
              </ButtonLink>
            )}
          </>
        }
      />
      <FormOutcome answer={hasDialog && isAnsweredInDialog(actionData) ? undefined : actionData} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_17rem] min-[88rem]:grid-cols-[minmax(0,1fr)_22rem] min-[88rem]:gap-8">
        <div className="grid min-w-0 gap-8">
          <div className="contents print:hidden">
            {loaderData.unresolved.map(entry => (
              <ResolutionPanel key={entry.payment.id} {...entry} answer={answerTo('resolve-payment')} />
            ))}
            {order.status === 'pending' && (
              <PendingOrder {...{ order, today }} answer={answerTo('register-payment', 'keep-open', 'cancel')} />
            )}
          </div>
          <OrderItems order={order} refunds={refunds} />
          <OrderDocuments documents={loaderData.documents} />
          {readsArea(scope, 'accesses') && (
            <OrderAccesses accesses={accesses} total={loaderData.atStake} order={order} />
          )}
          <div className="contents print:hidden">
            {isPaid && canWrite && (
              <RefundPanel
                order={order}
                payment={payment}
                openRefund={loaderData.openRefund}
                atStake={loaderData.atStake}
                warnings={loaderData.warnings}
                documents={loaderData.documents}
                answer={answerTo('refund')}
              />
            )}
            <OrderChargebacks order={order} chargebacks={loaderData.chargebacks} today={today} />
            <OrderLedger entries={loaderData.ledger} />
          </div>
          <OrderHistory events={timeline} answer={answerTo('add-note')} />
        </div>
        <div className="grid min-w-0 gap-8">
          <OrderFacts order={order} payment={loaderData.paidBy} credits={loaderData.credits} />
          <OrderClient order={order} />
        </div>
      </div>
    </>
  )
}

/** Sends the order's receipt to its buyer again. */
const ResendReceipt = () => (
  <PostButton intent="resend-receipt" variant="secondary" size="sm">
    <Mail aria-hidden="true" />
    Reenviar Comprobante
  </PostButton>
)

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
          size="icon-sm"
          to={`/admin/orders/${previous}${search}`}
          aria-label="Orden anterior de la lista"
        >
          <ChevronLeft aria-hidden="true" />
        </ButtonLink>
      )}
      {next !== undefined && (
        <ButtonLink
          variant="secondary"
          size="icon-sm"
          to={`/admin/orders/${next}${search}`}
          aria-label="Orden siguiente de la lista"
        >
          <ChevronRight aria-hidden="true" />
        </ButtonLink>
      )}
    </nav>
  )
}

import { data, Link, useLocation } from 'react-router'
import { kpiText } from '#app/features/analytics/analytics-texts.ts'
import { findFigures } from '#app/features/analytics/figures.db.server.ts'
import { type Figures, percentOf } from '#app/features/analytics/figures.ts'
import { MODE_LABELS } from '#app/features/cart/cart.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { type ListedOrder, listOrders } from '#app/features/orders/order-list.db.server.ts'
import { ORDER_STATUS_LABELS } from '#app/features/orders/orders.ts'
import { gatewayName } from '#app/features/orders/payment-text.ts'
import { type CancelFailure, cancellableOf, cancelOrders } from '#app/features/payments/manual/cancel-orders.server.ts'
import { type ResendFailure, resendReceipts } from '#app/features/payments/manual/resend-receipts.server.ts'
import { cancelReason } from '#app/features/payments/manual/staff-order.schema.ts'
import { readForm } from '#app/forms/read-form.server.ts'
import { formatDate, formatTime } from '#app/kernel/dates.ts'
import { countOf, formatInteger, formatPesos } from '#app/kernel/format.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import type { Column } from '#app/ui/data-table.tsx'
import { Stat, StatList, TwoLines } from '#app/ui/facts.tsx'
import { MenuLink } from '#app/ui/menu.tsx'
import type { Tone } from '#app/ui/tone.ts'
import type { Route } from './+types/orders'
import { CancelOrders } from './cancel-orders.tsx'
import { ListPage, listFormId } from './lists/list-page.tsx'
import { readListPost } from './lists/list-post.server.ts'
import { RowAction, RowMenu } from './lists/row-menu.tsx'
import { ORDER_LIST, readOrderList } from './order-list.ts'
import { OrderTabs } from './order-tabs.tsx'
import { hiddenColumns } from './preferences.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Órdenes · Administración · Alhena' }]

/** The period of the top bar holds here. */
export const handle = { dated: true }

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const { address, query, range } = readOrderList(args.url, now())
  const found = await asActor(db, actorOf(user), async tx => ({
    page: await listOrders(tx, query),
    figures: await findFigures(tx, range.span),
  }))
  return { ...found, address, period: range.label, hidden: hiddenColumns(args.request, ORDER_LIST.name) }
}

export async function action(args: Route.ActionArgs) {
  const { id } = await requireRole(args, ['admin'])
  // The list reads the body: what was typed beside it is read of a copy.
  const copy = args.request.clone()
  const { intent, ids } = await readListPost(args.request, [RESEND, CANCEL, CANCEL_CONFIRMED])
  const services = servicesOf(args.context)
  const actor = { kind: 'admin', userId: id } as const
  if (intent === CANCEL) {
    const orders = await asActor(services.db, actor, tx => cancellableOf(tx, ids))
    if (orders.length > 0) return { confirm: { orders, left: ids.length - orders.length } }
    const code = ids.length === 0 ? 'nothing_chosen' : 'nothing_to_cancel'
    return data({ done: false, text: CANCEL_FAILURES[code] }, 400)
  }
  if (intent === CANCEL_CONFIRMED) {
    // Nothing that was typed there is worth asking again.
    const { reason: typed } = await readForm(copy)
    const reason = cancelReason.safeParse(typed).data ?? null
    const done = await cancelOrders(services, { actor, orderIds: ids, reason, now: services.now() })
    return done.ok
      ? { done: true, text: CANCELLED(done.value) }
      : data({ done: false, text: CANCEL_FAILURES[done.error.code] }, 400)
  }
  const done = await resendReceipts(services, { actor, orderIds: ids })
  return done.ok
    ? { done: true, text: RESENT(done.value) }
    : data({ done: false, text: RESEND_FAILURES[done.error.code] }, 400)
}

const RESEND = 'resend-receipt'
const CANCEL = 'cancel'
const CANCEL_CONFIRMED = 'cancel-confirmed'

const RESENT = ({ sent, left }: { sent: number; left: number }): string =>
  sent === 1 && left === 0
    ? 'El comprobante va en camino al correo de quien compró.'
    : `${countOf(sent, 'comprobante va', 'comprobantes van')} en camino${left === 0 ? '' : `; ${countOf(left, 'orden quedó', 'órdenes quedaron')} fuera: no están pagadas o su comprobante ya iba en camino`}.`

const RESEND_FAILURES: Record<ResendFailure['code'], string> = {
  nothing_chosen: 'Selecciona al menos una orden.',
  nothing_to_send: 'No se envió nada: no están pagadas o su comprobante ya va en camino.',
}

const CANCELLED = ({ cancelled, left }: { cancelled: number; left: number }): string =>
  `${countOf(cancelled, 'orden cancelada', 'órdenes canceladas')}${left === 0 ? '' : `; ${countOf(left, 'orden quedó', 'órdenes quedaron')} fuera: ya no están pendientes o el banco está confirmando su pago`}.`

const CANCEL_FAILURES: Record<CancelFailure['code'], string> = {
  nothing_chosen: 'Selecciona al menos una orden.',
  nothing_to_cancel: 'No se canceló nada: ya no están pendientes o el banco está confirmando su pago.',
}

export default function AdminOrders({ loaderData, actionData }: Route.ComponentProps) {
  const confirm = actionData && 'confirm' in actionData ? actionData.confirm : undefined
  return (
    <ListPage
      {...loaderData}
      shape={ORDER_LIST}
      title="Órdenes"
      summary={
        <>
          <OrderTabs className="mb-6" />
          {confirm && <CancelOrders {...confirm} intent={CANCEL_CONFIRMED} />}
          <OrderSummary figures={loaderData.figures} period={loaderData.period} />
        </>
      }
      searchLabel="Buscar por ID, cliente, empresa..."
      caption="Órdenes"
      columns={columns}
      empty={{ title: 'Todavía no hay órdenes', text: 'La primera compra aparecerá aquí.' }}
      unmatched="Prueba con el comienzo de otro ID, nombre, empresa o RUT, o con el código exacto de un pago."
      exportTo="/admin/orders/export"
      bulk={[
        { intent: RESEND, label: 'Reenviar Comprobante' },
        { intent: CANCEL, label: 'Cancelar pendientes', danger: true },
      ]}
      rowName={order => order.order_number}
      outcome={actionData?.done === undefined ? undefined : actionData}
    />
  )
}

/** The four cards of specification 2, section 2: of the period, whatever the list is narrowed to. */
const OrderSummary = ({ figures, period }: { figures: Figures; period: string }) => (
  <StatList>
    <Stat label="Total de órdenes" value={formatInteger(figures.orders)} note={period} />
    <Stat label="Ingresos totales" value={formatPesos(figures.revenue)} note="Órdenes pagadas, IVA incluido" />
    <Stat label="Pendientes" value={formatInteger(figures.pending)} note="Esperan su pago" />
    <Stat
      label="% Empresa"
      value={kpiText({ value: percentOf(figures.paidBusiness, figures.paid), unit: 'percent' })}
      note="De las órdenes pagadas"
    />
  </StatList>
)

const tones: Record<ListedOrder['status'], Tone> = {
  pending: 'fair',
  paid: 'good',
  failed: 'poor',
  refunded: 'neutral',
}

const columns: Column<ListedOrder>[] = [
  {
    key: 'id',
    header: 'ID Orden',
    primary: true,
    cell: order => <OrderLink order={order} />,
  },
  {
    key: 'date',
    header: 'Fecha',
    inline: 'start',
    cell: order => (
      <span className="whitespace-nowrap tabular-nums card:text-sm">
        {formatDate(order.created_at)}
        <span className="block text-sm text-muted card:hidden">{formatTime(order.created_at)}</span>
      </span>
    ),
  },
  {
    key: 'client',
    header: 'Cliente',
    inline: 'line',
    cell: ({ client }) => <TwoLines below={client.company ?? client.email}>{client.name}</TwoLines>,
  },
  {
    key: 'items',
    header: 'Items',
    cell: order => (
      <>
        <span className="block">{countOf(order.items, 'producto', 'productos')}</span>
        <span className="block text-sm whitespace-nowrap text-muted">
          {countOf(order.seats, 'persona', 'personas')}
        </span>
      </>
    ),
  },
  { key: 'mode', header: 'Modo', cell: order => order.modes.map(mode => MODE_LABELS[mode]).join(', ') },
  { key: 'total', header: 'Total', align: 'end', inline: 'end', cell: order => formatPesos(order.total_clp) },
  {
    key: 'status',
    header: 'Estado',
    inline: 'start',
    cell: ({ status }) => <Badge tone={tones[status]}>{ORDER_STATUS_LABELS[status]}</Badge>,
  },
  { key: 'payment', header: 'Pago', cell: paymentText },
  { key: 'menu', header: 'Acciones', hideHeader: true, align: 'end', cell: order => <OrderMenu order={order} /> },
]

/** The order's page keeps the list's address: its neighbours are those of the list, and it leads back to it. */
function OrderLink({ order }: { order: ListedOrder }) {
  const { search } = useLocation()
  return (
    <Link
      to={`/admin/orders/${order.id}${search}`}
      className="text-sm wrap-anywhere decoration-copper/40 underline-offset-4 hover:underline sm:inline-block sm:min-w-34 2xl:whitespace-nowrap"
    >
      {order.order_number}
    </Link>
  )
}

const FORM = listFormId(ORDER_LIST)

function OrderMenu({ order }: { order: ListedOrder }) {
  const paid = order.status === 'paid'
  const { search } = useLocation()
  return (
    <RowMenu name={order.order_number}>
      <MenuLink to={`/admin/orders/${order.id}${search}`}>Ver Detalle</MenuLink>
      {paid && <MenuLink to={`/admin/orders/${order.id}${search}#reembolso`}>Reembolsar</MenuLink>}
      {paid && (
        <RowAction form={FORM} intent={RESEND} row={order}>
          Reenviar Comprobante
        </RowAction>
      )}
      {order.status === 'pending' && (
        <RowAction form={FORM} intent={CANCEL} row={order} danger>
          Cancelar
        </RowAction>
      )}
    </RowMenu>
  )
}

function paymentText({ payment, total_clp, status }: ListedOrder) {
  if (payment === null) return total_clp === 0 && status === 'paid' ? 'Sin cobro' : '–'
  return (
    <>
      <span className="block whitespace-nowrap">{gatewayName(payment.gateway)}</span>
      <span className="block text-sm sm:min-w-32 wrap-anywhere text-muted">{payment.reference}</span>
    </>
  )
}

export { ListFailure as ErrorBoundary } from './lists/list-failure.tsx'

import { Link, useLocation } from 'react-router'
import { MODE_LABELS } from '#app/features/cart/cart.ts'
import { OrderStatusBadge } from '#app/features/orders/order-status-badge.tsx'
import { ORDER_STATUSES, PARTIAL_REFUND } from '#app/features/orders/orders.ts'
import { gatewayName } from '#app/features/orders/payment-text.ts'
import { formatDate, formatTime } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { byTime, choiceFilter, defineList } from '#app/kit/lists/define-list.ts'
import { clp, EmailText } from '#app/kit/lists/list-cells.tsx'
import { RowAction } from '#app/kit/lists/row-menu.tsx'
import { CopyButton } from '#app/kit/ui/copy-button.tsx'
import { TwoLines } from '#app/kit/ui/facts.tsx'
import { MenuLink } from '#app/kit/ui/menu.tsx'
import type { Mode, OrderStatus } from '#app/platform/database/values.ts'

/** One order of the back office's list (specification 2, section 2). */
export type ListedOrder = {
  id: string
  order_number: string
  created_at: Date
  paid_at: Date | null
  client: { name: string; email: string; company: string | null }
  /** Name of its first item's product, as it was sold. */
  product: string
  /** Products and seats over all items. */
  items: number
  seats: number
  modes: Mode[]
  total_clp: Pesos
  /** Pesos of its completed refunds. */
  refunded_clp: Pesos
  /** Pesos of its chargebacks that were not won. */
  charged_back_clp: Pesos
  status: OrderStatus
  /** The gateway and its reference; null for unpaid orders and orders of $0. */
  payment: { gateway: string; reference: string | null } | null
}

/** The modes of an order's items as labels: self first, then business. */
export const modesOf = (order: { has_self: boolean; has_business: boolean }): Mode[] => [
  ...(order.has_self ? (['self'] as const) : []),
  ...(order.has_business ? (['business'] as const) : []),
]

/** The list of orders (specification 2, section 2, 'Admin orders'). */
export const orderList = defineList<ListedOrder>()({
  name: 'ordenes',
  path: '/admin/orders',
  caption: 'Órdenes',
  searchLabel: 'Buscar por ID, cliente, empresa...',
  namesPeople: true,
  period: true,
  filters: {
    status: choiceFilter('Estado', 'Todos', { ...ORDER_STATUSES, partial: PARTIAL_REFUND }),
    mode: choiceFilter('Modo', 'Todos', MODE_LABELS),
    date: choiceFilter('Fecha', 'Del pago', { orden: 'De la orden' }, { name: 'fecha', narrows: false }),
  },
  sorts: {
    ...byTime('effective_at'),
    'orden-reciente': ['Orden más reciente', 'created_at', 'desc'],
    'orden-antigua': ['Orden más antigua', 'created_at', 'asc'],
    'mayor-total': ['Mayor total', 'total_clp', 'desc'],
    'menor-total': ['Menor total', 'total_clp', 'asc'],
    cliente: ['Cliente', 'client_name', 'asc'],
    'cliente-z': ['Cliente, de la Z a la A', 'client_name', 'desc'],
    'mas-personas': ['Más personas', 'seat_count', 'desc'],
    'menos-personas': ['Menos personas', 'seat_count', 'asc'],
    numero: ['Número de orden', 'order_number', 'asc'],
    'numero-ultimo': ['Número de orden, del último', 'order_number', 'desc'],
    estado: ['Estado', 'status', 'asc'],
    'estado-z': ['Estado, de la Z a la A', 'status', 'desc'],
  },
  columns: [
    { key: 'order_number', header: 'ID Orden', primary: true, cell: order => <OrderLink order={order} /> },
    {
      key: 'effective_at',
      header: 'Fecha',
      inline: 'start',
      cell: order => <DayAndTime at={order.paid_at ?? order.created_at} />,
    },
    { key: 'created_at', header: 'Orden del', optional: true, cell: order => <DayAndTime at={order.created_at} /> },
    {
      key: 'client_name',
      header: 'Cliente',
      inline: 'lead',
      grow: 'wide',
      cell: ({ client }) => (
        <TwoLines below={client.company ?? <EmailText email={client.email} />}>{client.name}</TwoLines>
      ),
    },
    {
      key: 'seat_count',
      header: 'Items',
      grow: 'wide',
      cell: order => (
        <TwoLines below={countOf(order.seats, 'persona', 'personas')}>
          {`${order.product}${order.items > 1 ? ` y ${order.items - 1} más` : ''}`}
        </TwoLines>
      ),
    },
    { key: 'mode', header: 'Modo', cell: order => order.modes.map(mode => MODE_LABELS[mode]).join(', ') },
    clp('total_clp', 'Total', order => order.total_clp, { inline: 'end' }),
    { key: 'status', header: 'Estado', inline: 'start', cell: order => <OrderStatusBadge order={order} /> },
    { key: 'payment', header: 'Pago', cell: paymentText },
  ],
  rowName: order => order.order_number,
  menu: order => <OrderMenu order={order} />,
  bulk: [
    { intent: 'resend-receipt', label: 'Reenviar Comprobante' },
    { intent: 'cancel', label: 'Cancelar pendientes', danger: true },
  ],
  empty: { title: 'Todavía no hay órdenes', text: 'La primera compra aparecerá aquí.' },
  unmatched: 'Prueba con el comienzo de otro ID, nombre, empresa o RUT, o con el código exacto de un pago.',
  csv: 'packed',
})

const DayAndTime = ({ at }: { at: Date }) => (
  <span className="whitespace-nowrap tabular-nums card:text-sm">
    <span>{formatDate(at)}</span>
    <span className="block text-sm text-muted card:hidden dense:hidden">{formatTime(at)}</span>
  </span>
)

/**
 * The end of the number, which tells orders apart; whole for a pointer that rests on it, and copied by a click. The link
 * carries the list's query: the order's page uses it for the previous and next order and for the way back.
 */
function OrderLink({ order: { id, order_number: number } }: { order: ListedOrder }) {
  const { search } = useLocation()
  return (
    <span className="flex items-center">
      <Link
        to={`/admin/orders/${id}${search}`}
        title={number}
        className="text-sm whitespace-nowrap decoration-copper/40 underline-offset-4 hover:underline"
      >
        <span className="sr-only">{number}</span>
        <span aria-hidden="true">{`…${number.slice(-SHORT)}`}</span>
      </Link>
      <CopyButton
        text={number}
        label={`Copiar ${number}`}
        iconOnly
        size="icon-sm"
        variant="ghost"
        className="opacity-0 group-hover/row:opacity-100 focus-visible:opacity-100 card:hidden"
      />
    </span>
  )
}

/** Characters of an order's number that are shown in its list. */
const SHORT = 4

function OrderMenu({ order }: { order: ListedOrder }) {
  const paid = order.status === 'paid'
  const { search } = useLocation()
  return (
    <>
      <MenuLink to={`/admin/orders/${order.id}${search}`}>Ver Detalle</MenuLink>
      {paid && <MenuLink to={`/admin/orders/${order.id}${search}#reembolso`}>Reembolsar</MenuLink>}
      <RowAction intent="resend-receipt" row={order}>
        Reenviar Comprobante
      </RowAction>
      {order.status === 'pending' && (
        <RowAction intent="cancel" row={order} danger>
          Cancelar
        </RowAction>
      )}
    </>
  )
}

function paymentText({ payment, total_clp, status }: ListedOrder) {
  if (payment === null) return total_clp === 0 && status === 'paid' ? 'Sin cobro' : '–'
  return (
    <span title={payment.reference ?? undefined}>
      <span className="block whitespace-nowrap">{gatewayName(payment.gateway)}</span>
      <span className="block text-sm text-muted wrap-anywhere sm:min-w-30 dense:hidden">{payment.reference}</span>
    </span>
  )
}

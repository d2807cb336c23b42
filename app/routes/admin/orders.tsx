import { MODE_LABELS } from '#app/features/cart/cart.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { type ListedOrder, listOrders } from '#app/features/orders/order-list.db.server.ts'
import { ORDER_STATUS_LABELS } from '#app/features/orders/orders.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import type { Column } from '#app/ui/data-table.tsx'
import type { Tone } from '#app/ui/tone.ts'
import type { Route } from './+types/orders'
import { PAGE_SIZE, readListAddress, toPage } from './list-address.ts'
import { ListPage } from './list-page.tsx'

export const meta: Route.MetaFunction = () => [
  { title: 'Órdenes · Administración · Alhena' },
  { name: 'robots', content: 'noindex' },
]

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const address = readListAddress(args.url.searchParams)
  const rows = await asActor(servicesOf(args.context).db, actorOf(user), tx =>
    listOrders(tx, { ...address, limit: PAGE_SIZE + 1 }),
  )
  return { ...address, ...toPage(rows) }
}

export default function AdminOrders({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      title="Órdenes"
      searchLabel="Buscar por ID, cliente, empresa..."
      caption="Órdenes, la más reciente primero"
      columns={columns}
      page={loaderData}
      empty={{ title: 'Todavía no hay órdenes', text: 'La primera compra aparecerá aquí.' }}
      unmatched="Prueba con otra parte del ID, nombre o empresa."
    />
  )
}

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
    cell: order => <span className="break-all">{order.order_number}</span>,
  },
  {
    key: 'date',
    header: 'Fecha',
    cell: order => <span className="whitespace-nowrap tabular-nums">{formatDateTime(order.created_at)}</span>,
  },
  {
    key: 'client',
    header: 'Cliente',
    cell: ({ client }) => (
      <>
        <span className="block">{client.name}</span>
        <span className="block text-sm text-muted">{client.company ?? client.email}</span>
      </>
    ),
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
  { key: 'total', header: 'Total', align: 'end', cell: order => formatPesos(order.total_clp) },
  {
    key: 'status',
    header: 'Estado',
    cell: ({ status }) => <Badge tone={tones[status]}>{ORDER_STATUS_LABELS[status]}</Badge>,
  },
  { key: 'payment', header: 'Pago', cell: paymentText },
]

function paymentText({ payment, total_clp, status }: ListedOrder) {
  if (payment === null) return total_clp === 0 && status === 'paid' ? 'Sin cobro' : '–'
  return (
    <>
      <span className="block">{GATEWAYS[payment.gateway] ?? payment.gateway}</span>
      <span className="block text-sm break-all text-muted">{payment.reference}</span>
    </>
  )
}

const GATEWAYS: Readonly<Record<string, string>> = { simulator: 'Simulador', webpay: 'Webpay' }

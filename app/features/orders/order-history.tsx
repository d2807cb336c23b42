import { Link } from 'react-router'
import { formatDate, formatDateTime } from '#app/kernel/dates.ts'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import { Panel } from '#app/ui/panel.tsx'
import type { OrderInHistory } from './order-history.db.server.ts'
import { OrderStatusBadge } from './order-status-badge.tsx'

/** A buyer's orders, each linked to its receipt. */
export function OrderHistory({ orders }: { orders: readonly OrderInHistory[] }) {
  return (
    <Panel padding="flush">
      <ul aria-label="Compras, la más reciente primero" className="divide-y divide-line">
        {orders.map(order => (
          <li
            key={order.order_number}
            className="relative flex flex-wrap items-start justify-between gap-x-8 gap-y-2 px-5 py-4 hover:bg-ink/3 sm:px-6"
          >
            <div className="min-w-0 flex-1 basis-64">
              <p className="font-medium">
                <Link
                  to={`/account/orders/${order.order_number}`}
                  aria-label={`${titleOf(order)}, orden ${order.order_number}`}
                  className="after:absolute after:inset-0"
                >
                  {titleOf(order)}
                </Link>
              </p>
              <p className="text-sm text-muted tabular-nums">
                {formatDateTime(order.created_at)} · {countOf(order.seats, 'persona', 'personas')}
              </p>
              <p className="text-sm break-all text-muted tabular-nums">{order.order_number}</p>
              {order.status === 'pending' && order.held_until && (
                <p className="text-sm font-medium tabular-nums">
                  Espera tu pago hasta el {formatDate(order.held_until)}
                </p>
              )}
            </div>
            <div className="flex items-center gap-x-4 gap-y-1 sm:flex-col sm:items-end">
              <span className="font-medium tabular-nums">{formatPesos(order.total_clp)}</span>
              <OrderStatusBadge order={order} />
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** The first product, and how many others. */
function titleOf({ products, top_up }: OrderInHistory): string {
  const [first = '', ...others] = products
  if (top_up) return `Asientos adicionales: ${first}`
  return others.length === 0 ? first : `${first} y ${countOf(others.length, 'producto más', 'productos más')}`
}

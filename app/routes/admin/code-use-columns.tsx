import { Link } from 'react-router'
import type { CodeUse } from '#app/features/orders/code-uses.db.server.ts'
import { ORDER_STATUS_LABELS, ORDER_STATUS_TONES } from '#app/features/orders/orders.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import type { Column } from '#app/ui/data-table.tsx'

/** Who used a code, with which order, when and for how much. */
export const codeUseColumns: Column<CodeUse>[] = [
  {
    key: 'client',
    header: 'Cliente',
    primary: true,
    cell: ({ client }) => (
      <>
        <Link to={`/admin/clients/${client.id}`} className="block hover:text-copper hover:underline">
          {client.name}
        </Link>
        {client.email !== null && (
          <span className="block text-sm font-normal wrap-anywhere text-muted">{client.email}</span>
        )}
      </>
    ),
  },
  {
    key: 'order',
    header: 'Orden',
    cell: ({ order }) => (
      <Link to={`/admin/orders/${order.id}`} className="break-all underline-offset-4 hover:text-copper hover:underline">
        {order.number}
      </Link>
    ),
  },
  {
    key: 'when',
    header: 'Fecha',
    cell: row => <span className="whitespace-nowrap tabular-nums">{formatDateTime(row.created_at)}</span>,
  },
  { key: 'amount', header: 'Descuento', align: 'end', cell: row => formatPesos(row.amount) },
  { key: 'total', header: 'Total', align: 'end', cell: row => formatPesos(row.order.total) },
  {
    key: 'state',
    header: 'Estado',
    cell: ({ order, released_at }) =>
      released_at === null ? (
        <Badge tone={ORDER_STATUS_TONES[order.status]}>{ORDER_STATUS_LABELS[order.status]}</Badge>
      ) : (
        <span className="text-sm">
          <Badge>Uso devuelto</Badge>
          <span className="mt-0.5 block text-muted tabular-nums">{formatDateTime(released_at)}</span>
        </span>
      ),
  },
]

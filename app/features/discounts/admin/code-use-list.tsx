import { Link } from 'react-router'
import { ORDER_STATUSES } from '#app/features/orders/orders.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { byTime, choiceFilter, defineList } from '#app/kit/lists/define-list.ts'
import { clp, EmailText, moment, nameLink } from '#app/kit/lists/list-cells.tsx'
import { StatusBadge } from '#app/kit/ui/badge.tsx'
import type { Statuses } from '#app/kit/ui/tone.ts'
import type { OrderStatus } from '#app/platform/database/values.ts'

/** One use of a code: its buyer, its order, and whether it was released. */
export type CodeUse = {
  id: string
  created_at: Date
  released_at: Date | null
  amount: Pesos
  order: { id: string; number: string; status: OrderStatus; total: Pesos }
  client: { id: string; name: string; email: string | null }
}

/** The status of a code's use: that of its order, unless the use was released. */
type UseStatus = OrderStatus | 'released'

const USE_STATUSES: Statuses<UseStatus> = { ...ORDER_STATUSES, released: { label: 'Uso devuelto', tone: 'neutral' } }

const statusOf = (use: CodeUse): UseStatus => (use.released_at === null ? use.order.status : 'released')

/** The ledger of a code: every use by an order, including released ones. */
export const codeUseList = defineList<CodeUse>()({
  name: 'usos',
  path: '/admin/discounts/:discountId/ledger',
  caption: 'Usos del código',
  searchLabel: 'Buscar por orden, cliente o empresa...',
  namesPeople: true,
  period: 'todo',
  filters: { state: choiceFilter('Estado', 'Todos', USE_STATUSES, { name: 'estado' }) },
  sorts: {
    ...byTime('created_at', 'Más antiguos'),
    'mayor-descuento': ['Mayor descuento', 'amount_clp', 'desc'],
    'menor-descuento': ['Menor descuento', 'amount_clp', 'asc'],
  },
  columns: [
    nameLink(
      'client',
      'Cliente',
      use => use.client.name,
      use => `/admin/clients/${use.client.id}`,
      use => use.client.email !== null && <EmailText email={use.client.email} />,
    ),
    {
      key: 'order',
      header: 'Orden',
      cell: ({ order }) => (
        <Link
          to={`/admin/orders/${order.id}`}
          className="break-all underline-offset-4 hover:text-copper hover:underline"
        >
          {order.number}
        </Link>
      ),
    },
    moment('created_at', 'Fecha', use => use.created_at),
    clp('amount_clp', 'Descuento', use => use.amount),
    clp('total', 'Total', use => use.order.total),
    {
      key: 'state',
      header: 'Estado',
      cell: use => (
        <span className="text-sm">
          <StatusBadge of={USE_STATUSES} status={statusOf(use)} />
          {use.released_at && (
            <span className="mt-0.5 block text-muted tabular-nums dense:ml-2 dense:inline">
              {formatDateTime(use.released_at)}
            </span>
          )}
        </span>
      ),
    },
  ],
  rowName: use => `uso en la orden ${use.order.number}`,
  empty: { title: 'Nadie lo ha usado todavía', text: 'Cada compra con el código aparece aquí.' },
  unmatched: 'Prueba con el comienzo de otra orden, nombre o empresa, o con otro estado.',
  csv: {
    Fecha: use => formatDateTime(use.created_at),
    Orden: use => use.order.number,
    Cliente: use => use.client.name,
    Email: use => use.client.email,
    'Descuento CLP': use => use.amount,
    'Total CLP': use => use.order.total,
    Estado: use => USE_STATUSES[statusOf(use)].label,
    'Devuelto el': use => use.released_at && formatDateTime(use.released_at),
  },
})

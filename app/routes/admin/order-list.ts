import { MODE_LABELS } from '#app/features/cart/cart.ts'
import type { OrderFilters, OrderSortColumn } from '#app/features/orders/order-list.ts'
import { ORDER_STATUS_LABELS } from '#app/features/orders/orders.ts'
import type { PageRequest } from '#app/platform/database/keyset.server.ts'
import type { Mode, OrderStatus } from '#app/platform/database/values.ts'
import { type DateRange, readDateRange } from './date-range.ts'
import { chosenOf, pageRequest, readListAddress } from './lists/list-address.ts'
import type { ListAddress, ListFilter, ListShape } from './lists/list-shape.ts'

const status: ListFilter<OrderStatus> = {
  name: 'status',
  label: 'Estado',
  all: 'Todos',
  choices: (['pending', 'paid', 'failed', 'refunded'] as const).map(value => ({
    value,
    label: ORDER_STATUS_LABELS[value],
  })),
}

const mode: ListFilter<Mode> = {
  name: 'mode',
  label: 'Modo',
  all: 'Todos',
  choices: (['self', 'business'] as const).map(value => ({ value, label: MODE_LABELS[value] })),
}

type OrderSort = 'recientes' | 'antiguas' | 'mayor-total' | 'menor-total'

/** What the address of the list of orders may say (specification 2, section 2, 'Admin orders'). */
export const ORDER_LIST: ListShape<OrderSort> = {
  name: 'ordenes',
  filters: [status, mode],
  sorts: [
    { key: 'recientes', label: 'Más recientes', column: 'date', direction: 'desc' },
    { key: 'antiguas', label: 'Más antiguas', column: 'date', direction: 'asc' },
    { key: 'mayor-total', label: 'Mayor total', column: 'total', direction: 'desc' },
    { key: 'menor-total', label: 'Menor total', column: 'total', direction: 'asc' },
  ],
  dated: true,
}

const COLUMNS: Record<OrderSort, OrderSortColumn> = {
  recientes: 'created_at',
  antiguas: 'created_at',
  'mayor-total': 'total_clp',
  'menor-total': 'total_clp',
}

/** The list that an address asks for; the export reads the same one. */
export function readOrderList(
  url: Pick<URL, 'searchParams'>,
  now: Date,
): { address: ListAddress; range: DateRange; query: OrderFilters & PageRequest<OrderSortColumn> } {
  const address = readListAddress(ORDER_LIST, url.searchParams)
  const range = readDateRange(url, now)
  const query = {
    ...pageRequest(address, COLUMNS),
    search: address.search,
    status: chosenOf(address, status),
    mode: chosenOf(address, mode),
    from: range.span?.start,
    until: range.span?.end,
  }
  return { address, range, query }
}

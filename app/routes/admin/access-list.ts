import type { AccessFilters, AccessSortColumn } from '#app/features/accesses/access-list.ts'
import { LISTED_LABELS, type ListedState } from '#app/features/accesses/accesses.ts'
import { addDays } from '#app/kernel/dates.ts'
import type { PageRequest } from '#app/platform/database/keyset.server.ts'
import { readDateRange } from './date-range.ts'
import { chosenOf, pageRequest, readListAddress } from './lists/list-address.ts'
import type { ListAddress, ListFilter, ListReference, ListShape } from './lists/list-shape.ts'

const state: ListFilter<ListedState> = {
  name: 'state',
  label: 'Estado',
  all: 'Todos',
  choices: (['invited', 'accessed', 'completed', 'expired', 'revoked'] as const).map(value => ({
    value,
    label: LISTED_LABELS[value],
  })),
}

const product: ListReference = { name: 'assessment', label: 'Assessment', all: 'Todos', choices: 'ids' }
const client: ListReference = { name: 'cliente', label: 'Cliente', all: 'Todos', choices: 'ids' }

/** Days until an end. */
const ENDS = { '7d': 7, '30d': 30 } as const

const ends: ListFilter<keyof typeof ENDS> = {
  name: 'vence',
  label: 'Vence',
  all: 'Cualquier día',
  choices: [
    { value: '7d', label: 'En 7 días' },
    { value: '30d', label: 'En 30 días' },
  ],
}

type Sort = 'recientes' | 'antiguos' | 'vencen-antes' | 'vencen-despues'

/** What the address of the list of accesses may say (specification 2, section 2, 'Admin access management'). */
export const ACCESS_LIST: ListShape<Sort> = {
  name: 'accesos',
  filters: [state, product, client, ends],
  sorts: [
    { key: 'recientes', label: 'Más recientes', column: 'created', direction: 'desc' },
    { key: 'antiguos', label: 'Más antiguos', column: 'created', direction: 'asc' },
    { key: 'vencen-antes', label: 'Vencen antes', column: 'expires', direction: 'asc' },
    { key: 'vencen-despues', label: 'Vencen después', column: 'expires', direction: 'desc' },
  ],
  dated: 'todo',
}

const COLUMNS: Record<Sort, AccessSortColumn> = {
  recientes: 'created_at',
  antiguos: 'created_at',
  'vencen-antes': 'expires_at',
  'vencen-despues': 'expires_at',
}

/** The list that an address asks for; the export and what is sent to many read the same one. */
export function readAccessList(
  url: Pick<URL, 'searchParams'>,
  now: Date,
): { address: ListAddress<Sort>; query: AccessFilters & PageRequest<AccessSortColumn> } {
  const address = readListAddress(ACCESS_LIST, url.searchParams)
  const { span } = readDateRange(url, now, 'todo')
  const until = chosenOf(address, ends)
  return {
    address,
    query: {
      ...pageRequest(address, COLUMNS),
      search: address.search,
      state: chosenOf(address, state),
      productId: address.chosen[product.name],
      clientId: address.chosen[client.name],
      from: span?.start,
      until: span?.end,
      endsUntil: until && addDays(now, ENDS[until]),
      at: now,
    },
  }
}

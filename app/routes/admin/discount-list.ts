import { type DiscountState, STATE_LABELS } from '#app/features/discounts/discount-admin.ts'
import { pageRequest, readListAddress, selectedOf } from '#app/lists/list-address.ts'
import type { ListAddress, ListFilter, ListShape } from '#app/lists/list-shape.ts'
import type { PageRequest } from '#app/platform/database/keyset.server.ts'

const state: ListFilter<DiscountState> = {
  name: 'estado',
  label: 'Estado',
  all: 'Todos menos archivados',
  choices: (['active', 'scheduled', 'paused', 'inactive', 'expired', 'used_up', 'archived'] as const).map(value => ({
    value,
    label: STATE_LABELS[value],
  })),
}

type Sort = 'recientes' | 'antiguas' | 'mas-usados'

/** What the address of the list of codes may say. The newest first, as specification 2, section 7 asks for. */
export const DISCOUNT_LIST: ListShape<Sort> = {
  name: 'descuentos',
  filters: [state],
  sorts: [
    { key: 'recientes', label: 'Más recientes', column: 'created', direction: 'desc' },
    { key: 'antiguas', label: 'Más antiguos', column: 'created', direction: 'asc' },
    { key: 'mas-usados', label: 'Más usados', column: 'uses', direction: 'desc' },
  ],
}

const COLUMNS = { recientes: 'created_at', antiguas: 'created_at', 'mas-usados': 'current_uses' } as const

/** The list that an address asks for; the export reads the same one. */
export function readDiscountList(url: Pick<URL, 'searchParams'>): {
  address: ListAddress<Sort>
  query: PageRequest<'created_at' | 'current_uses'> & { search: string; state: DiscountState | undefined }
} {
  const address = readListAddress(DISCOUNT_LIST, url.searchParams)
  return {
    address,
    query: { ...pageRequest(address, COLUMNS), search: address.search, state: selectedOf(address, state) },
  }
}

import type { CodeUseListQuery } from '#app/features/orders/code-uses.db.server.ts'
import { USE_LABELS, type UseState } from '#app/features/orders/code-uses.ts'
import { readDateRange } from './date-range.ts'
import { chosenOf, pageRequest, readListAddress } from './lists/list-address.ts'
import type { ListAddress, ListFilter, ListShape } from './lists/list-shape.ts'

const state: ListFilter<UseState> = {
  name: 'estado',
  label: 'Estado',
  all: 'Todos',
  choices: (['pending', 'paid', 'failed', 'refunded', 'released'] as const).map(value => ({
    value,
    label: USE_LABELS[value],
  })),
}

type UseSort = 'recientes' | 'antiguos' | 'mayor-descuento' | 'menor-descuento'

/** What the address of the list of a code's uses may say. */
export const USE_LIST: ListShape<UseSort> = {
  name: 'usos',
  filters: [state],
  sorts: [
    { key: 'recientes', label: 'Más recientes', column: 'when', direction: 'desc' },
    { key: 'antiguos', label: 'Más antiguos', column: 'when', direction: 'asc' },
    { key: 'mayor-descuento', label: 'Mayor descuento', column: 'amount', direction: 'desc' },
    { key: 'menor-descuento', label: 'Menor descuento', column: 'amount', direction: 'asc' },
  ],
  dated: 'todo',
}

const COLUMNS = {
  recientes: 'created_at',
  antiguos: 'created_at',
  'mayor-descuento': 'amount_clp',
  'menor-descuento': 'amount_clp',
} as const

/** The uses of a code that an address asks for; the export reads the same ones. */
export function readUseList(
  url: Pick<URL, 'searchParams'>,
  codeId: string,
  now: Date,
): { address: ListAddress<UseSort>; query: CodeUseListQuery } {
  const address = readListAddress(USE_LIST, url.searchParams)
  const { span } = readDateRange(url, now, 'todo')
  return {
    address,
    query: {
      ...pageRequest(address, COLUMNS),
      codeId,
      search: address.search,
      state: chosenOf(address, state),
      from: span?.start,
      until: span?.end,
    },
  }
}

import type { QuotationListQuery, QuotationSortColumn } from '#app/features/quotations/quotation-list.db.server.ts'
import { type QuotationState, STATE_LABELS } from '#app/features/quotations/quotations.ts'
import { readDateRange } from './date-range.ts'
import { chosenOf, pageRequest, readListAddress } from './lists/list-address.ts'
import type { ListAddress, ListFilter, ListShape } from './lists/list-shape.ts'

const state: ListFilter<QuotationState> = {
  name: 'estado',
  label: 'Estado',
  all: 'Todas',
  choices: (['valid', 'expired', 'bought'] as const).map(value => ({ value, label: STATE_LABELS[value] })),
}

type QuotationSort = 'recientes' | 'antiguas' | 'mayor-total' | 'menor-total' | 'vencen-antes'

/** What the address of the list of quotations may say. */
export const QUOTATION_LIST: ListShape<QuotationSort> = {
  name: 'cotizaciones',
  filters: [state],
  sorts: [
    { key: 'recientes', label: 'Más recientes', column: 'issued', direction: 'desc' },
    { key: 'antiguas', label: 'Más antiguas', column: 'issued', direction: 'asc' },
    { key: 'mayor-total', label: 'Mayor total', column: 'total', direction: 'desc' },
    { key: 'menor-total', label: 'Menor total', column: 'total', direction: 'asc' },
    { key: 'vencen-antes', label: 'Vencen antes', column: 'until', direction: 'asc' },
  ],
  dated: 'todo',
}

const COLUMNS: Record<QuotationSort, QuotationSortColumn> = {
  recientes: 'issued_at',
  antiguas: 'issued_at',
  'mayor-total': 'total_clp',
  'menor-total': 'total_clp',
  'vencen-antes': 'valid_until',
}

/** The list that an address asks for; the export reads the same one. */
export function readQuotationList(
  url: Pick<URL, 'searchParams'>,
  now: Date,
): { address: ListAddress<QuotationSort>; query: QuotationListQuery } {
  const address = readListAddress(QUOTATION_LIST, url.searchParams)
  const { span } = readDateRange(url, now, 'todo')
  return {
    address,
    query: {
      ...pageRequest(address, COLUMNS),
      search: address.search,
      state: chosenOf(address, state),
      from: span?.start,
      until: span?.end,
      at: now,
    },
  }
}

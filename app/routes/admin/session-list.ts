import type { SessionFilter, WorkshopListQuery } from '#app/features/workshops/session-list.db.server.ts'
import { readDateRange } from '#app/lists/date-range.ts'
import { pageRequest, readListAddress } from '#app/lists/list-address.ts'
import type { ListAddress, ListFilter, ListShape } from '#app/lists/list-shape.ts'

/** The words of the address, and what each shows. */
const FILTERS: Readonly<Record<string, SessionFilter>> = {
  'sin-fecha': 'unset',
  proximas: 'coming',
  'por-confirmar': 'to_confirm',
}

const state: ListFilter = {
  name: 'estado',
  label: 'Sesión',
  all: 'Todas',
  choices: [
    { value: 'sin-fecha', label: 'Sin fecha' },
    { value: 'proximas', label: 'Próximas' },
    { value: 'por-confirmar', label: 'Por confirmar' },
  ],
}

type SessionSort = 'recientes' | 'antiguas' | 'sesion' | 'sesion-ultima'

/** What the address of the list of workshops may say. */
export const SESSION_LIST: ListShape<SessionSort> = {
  name: 'sesiones',
  filters: [state],
  // When it was bought has no column: a workshop's name that says 'sorted' would say it of names.
  sorts: [
    { key: 'recientes', label: 'Compra más reciente', column: 'bought', direction: 'desc' },
    { key: 'antiguas', label: 'Compra más antigua', column: 'bought', direction: 'asc' },
    { key: 'sesion', label: 'Sesión más próxima', column: 'session', direction: 'asc' },
    { key: 'sesion-ultima', label: 'Sesión más lejana', column: 'session', direction: 'desc' },
  ],
  dated: 'todo',
}

const COLUMNS = {
  recientes: 'created_at',
  antiguas: 'created_at',
  sesion: 'starts_at',
  'sesion-ultima': 'starts_at',
} as const

/** The list that an address asks for; the export reads the same one. */
export function readSessionList(
  url: Pick<URL, 'searchParams'>,
  now: Date,
): { address: ListAddress<SessionSort>; query: WorkshopListQuery } {
  const address = readListAddress(SESSION_LIST, url.searchParams)
  const { span } = readDateRange(url, now, 'todo')
  return {
    address,
    query: {
      ...pageRequest(address, COLUMNS),
      search: address.search,
      filter: FILTERS[address.selected[state.name] ?? ''] ?? 'all',
      from: span?.start,
      until: span?.end,
      now,
    },
  }
}

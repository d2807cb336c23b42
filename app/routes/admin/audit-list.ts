import type { AuditQuery } from '#app/features/audit/audit-list.ts'
import { actionText, entityText } from '#app/features/audit/audit-texts.ts'
import { readDateRange } from '#app/lists/date-range.ts'
import { pageRequest, readListAddress, selectedOf } from '#app/lists/list-address.ts'
import type { ListAddress, ListFilter, ListReference, ListShape } from '#app/lists/list-shape.ts'

type AuditSort = 'recientes' | 'antiguas'

/** What has a name of its own in the address of the list. */
export const AUDIT_FILTERS = { action: 'accion', entity: 'registro', actor: 'quien' } as const

const actor: ListReference = { name: AUDIT_FILTERS.actor, label: 'Quién', all: 'Todos', choices: 'ids' }

const filterOf = (
  name: string,
  label: string,
  all: string,
  known: readonly string[],
  text: (code: string) => string,
): ListFilter => ({
  name,
  label,
  all,
  choices: known
    .map(value => ({ value, label: text(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'es')),
})

/** What the address of the log may say. The log itself knows which actions and kinds of rows there are. */
export function auditShape(known: { actions: readonly string[]; entities: readonly string[] }): ListShape<AuditSort> {
  return {
    name: 'auditoria',
    filters: [
      filterOf(AUDIT_FILTERS.action, 'Acción', 'Todas', known.actions, actionText),
      filterOf(AUDIT_FILTERS.entity, 'Registro', 'Todos', known.entities, entityText),
      actor,
    ],
    sorts: [
      { key: 'recientes', label: 'Más recientes', column: 'at', direction: 'desc' },
      { key: 'antiguas', label: 'Más antiguas', column: 'at', direction: 'asc' },
    ],
    dated: true,
  }
}

/** The part of the log that an address asks for; the export reads the same one. */
export function readAuditList(
  shape: ListShape<AuditSort>,
  url: Pick<URL, 'searchParams'>,
  now: Date,
): { address: ListAddress<AuditSort>; period: string; query: AuditQuery } {
  const address = readListAddress(shape, url.searchParams)
  const range = readDateRange(url, now)
  const [action, entity] = shape.filters.map(filter =>
    typeof filter.choices === 'string' ? undefined : selectedOf(address, filter),
  )
  return {
    address,
    period: range.label,
    query: {
      ...pageRequest(address, { recientes: 'at', antiguas: 'at' } as const),
      search: address.search,
      action,
      entity,
      actor: address.selected[actor.name],
      from: range.span?.start,
      until: range.span?.end,
    },
  }
}

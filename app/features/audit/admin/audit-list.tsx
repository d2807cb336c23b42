import { AUDIT_FILTERS, type ListedEntry } from '#app/features/audit/audit.ts'
import { actionText, actorText, entityText } from '#app/features/audit/audit-texts.ts'
import type { EntityName } from '#app/features/audit/entity-names.server.ts'
import { formatDate, formatDateTime, formatTime } from '#app/kernel/dates.ts'
import { byTime, codes, defineList, reference } from '#app/kit/lists/define-list.ts'
import { CellLink, Person } from '#app/kit/lists/list-cells.tsx'
import { Badge } from '#app/kit/ui/badge.tsx'
import { TwoLines } from '#app/kit/ui/facts.tsx'
import { MenuLink } from '#app/kit/ui/menu.tsx'

/** An entry of the list. The page omits the values; the export has them. */
export type AuditRow = Omit<ListedEntry, 'before' | 'after'> & {
  before?: unknown
  after?: unknown
  about: EntityName | undefined
  changed: string
}

const json = (value: unknown): string => (value === null || value === undefined ? '' : JSON.stringify(value))

type About = Pick<AuditRow, 'entity' | 'entity_id' | 'about' | 'isRemoved'>

/** What an entry is about, with a link to its page while it exists. */
export function AboutText({ entry: { entity, entity_id, about, isRemoved } }: { entry: About }) {
  const kind = entityText(entity)
  if (!about) return <TwoLines below={isRemoved ? '' : 'Ya no existe'}>{kind}</TwoLines>
  // A number or an e-mail, which is never cut.
  const name = (
    <span data-whole className="dense:wrap-anywhere dense:whitespace-normal">
      {about.name}
    </span>
  )
  return (
    <span title={entity_id}>
      <TwoLines below={about.to ? <CellLink to={about.to}>{name}</CellLink> : name}>{kind}</TwoLines>
    </span>
  )
}

/** The audit log. The log itself supplies the known actions and kinds of rows. */
export const auditList = defineList<AuditRow>()({
  name: 'auditoria',
  path: '/admin/audit',
  caption: 'Entradas de la auditoría',
  searchLabel: 'Buscar palabra o id del registro...',
  namesPeople: true,
  period: true,
  filters: {
    action: codes('Acción', 'Todas', { name: AUDIT_FILTERS.action }),
    entity: codes('Registro', 'Todos', { name: AUDIT_FILTERS.entity }),
    actor: reference('Quién', 'Todos', { name: AUDIT_FILTERS.actor }),
  },
  sorts: byTime('at'),
  columns: [
    {
      key: 'action',
      header: 'Acción',
      primary: true,
      grow: true,
      cell: entry => <CellLink to={`/admin/audit/${entry.number}`}>{actionText(entry.action)}</CellLink>,
    },
    {
      key: 'at',
      header: 'Fecha',
      inline: 'start',
      cell: entry => (
        <span className="whitespace-nowrap tabular-nums">
          <span>{formatDate(entry.at)}</span>{' '}
          <span className="block text-sm text-muted card:inline card:text-md dense:inline">{formatTime(entry.at)}</span>
        </span>
      ),
    },
    {
      key: 'actor',
      header: 'Quién',
      inline: 'line',
      cell: ({ actor }) =>
        actor.email === null ? actorText(actor) : <Person name={actorText(actor)} email={actor.email} />,
    },
    {
      key: 'entity',
      header: 'Registro',
      grow: true,
      cell: entry => <AboutText entry={entry} />,
    },
    {
      key: 'changed',
      header: 'Qué cambió',
      grow: 'wide',
      cell: entry =>
        entry.isRemoved ? (
          <Badge>Cuenta eliminada</Badge>
        ) : (
          <span className="text-sm wrap-anywhere">{entry.changed || '–'}</span>
        ),
    },
  ],
  rowName: entry => `${actionText(entry.action)}, entrada ${entry.number}`,
  menu: entry => (
    <>
      <MenuLink to={`/admin/audit/${entry.number}`}>Ver Detalle</MenuLink>
      <MenuLink to={`?search=${encodeURIComponent(entry.entity_id)}&periodo=todo`}>Todo de este registro</MenuLink>
      {entry.actor.id !== null && (
        <MenuLink to={`?${AUDIT_FILTERS.actor}=${entry.actor.id}&periodo=todo`}>Todo de esta persona</MenuLink>
      )}
    </>
  ),
  empty: {
    title: 'Todavía no hay entradas',
    text: 'Aparecen cuando alguien cambia datos de otra persona o de la tienda.',
  },
  unmatched: 'Prueba con el comienzo de otra palabra, con el id completo o con otros filtros.',
  csv: {
    'N°': entry => entry.number,
    Fecha: entry => formatDateTime(entry.at),
    Quién: entry => actorText(entry.actor),
    Email: entry => entry.actor.email,
    Acción: entry => actionText(entry.action),
    'Código de la acción': entry => entry.action,
    Registro: entry => entityText(entry.entity),
    Nombre: entry => entry.about?.name,
    'Id del registro': entry => entry.entity_id,
    'Qué cambió': entry => entry.changed,
    Antes: entry => json(entry.before),
    Después: entry => json(entry.after),
  },
})

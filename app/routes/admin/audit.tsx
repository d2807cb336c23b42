import { Link } from 'react-router'
import { changedFields } from '#app/features/audit/audit-changes.ts'
import { auditChoices, listAudit } from '#app/features/audit/audit-list.db.server.ts'
import type { ListedEntry } from '#app/features/audit/audit-list.ts'
import { actionText, actorText, entityText } from '#app/features/audit/audit-texts.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { formatDate, formatTime } from '#app/kernel/dates.ts'
import { readId } from '#app/lists/list-address.ts'
import { ListPage } from '#app/lists/list-page.tsx'
import { hiddenColumns } from '#app/lists/preferences.ts'
import { RowMenu } from '#app/lists/row-menu.tsx'
import { asActor } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { Column } from '#app/ui/data-table.tsx'
import { TwoLines } from '#app/ui/facts.tsx'
import { MenuLink } from '#app/ui/menu.tsx'
import type { Route } from './+types/audit'
import { AUDIT_FILTERS, auditShape, readAuditList } from './audit-list.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Auditoría · Administración · Alhena' }]

/** The period of the top bar holds here. */
export const handle = { dated: true }

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const found = await asActor(db, actorOf(user), async tx => {
    const known = await auditChoices(tx, readId(args.url.searchParams.get(AUDIT_FILTERS.actor)))
    const shape = auditShape(known)
    const { address, period, query } = readAuditList(shape, args.url, now())
    return { shape, address, period, people: known.people, page: await listAudit(tx, query) }
  })
  return {
    shape: found.shape,
    address: found.address,
    period: found.period,
    page: {
      ...found.page,
      // What changed is named; the whole of it is on the entry's own page.
      rows: found.page.rows.map(({ before, after, ...entry }) => ({ ...entry, changed: changedFields(before, after) })),
    },
    people: found.people.map(({ id, name, email }) => ({
      value: id,
      label: email === null ? name : `${name} (${email})`,
    })),
    hidden: hiddenColumns(args.request, found.shape.name),
  }
}

type Row = Omit<ListedEntry, 'before' | 'after'> & { changed: string }

export default function AdminAudit({ loaderData: { people, period, ...list } }: Route.ComponentProps) {
  return (
    <ListPage
      {...list}
      title="Auditoría"
      description={`Quién hizo qué, cuándo, con el antes y el después. Nadie puede cambiar ni borrar este registro. ${period}.`}
      actions={
        <ButtonLink to={`?${AUDIT_FILTERS.action}=access_refused`} variant="secondary">
          Accesos rechazados
        </ButtonLink>
      }
      searchLabel="Buscar palabra o id del registro..."
      caption="Entradas de la auditoría"
      columns={columns}
      rowName={entry => `${actionText(entry.action)}, entrada ${entry.number}`}
      references={{ [AUDIT_FILTERS.actor]: people }}
      empty={{
        title: 'Todavía no hay entradas',
        text: 'Aparecen cuando alguien cambia datos de otra persona o de la tienda.',
      }}
      unmatched="Prueba con el comienzo de otra palabra, con el id completo o con otros filtros."
      exportTo="/admin/audit/export"
    />
  )
}

const columns: Column<Row>[] = [
  {
    key: 'action',
    header: 'Acción',
    primary: true,
    cell: entry => (
      <Link
        to={`/admin/audit/${entry.number}`}
        className="inline-flex min-h-9 items-center hover:text-copper hover:underline pointer-coarse:min-h-11"
      >
        {actionText(entry.action)}
      </Link>
    ),
  },
  {
    key: 'at',
    header: 'Fecha',
    inline: 'start',
    cell: entry => (
      <span className="whitespace-nowrap tabular-nums">
        {formatDate(entry.at)}{' '}
        <span className="block text-sm text-muted card:inline card:text-md">{formatTime(entry.at)}</span>
      </span>
    ),
  },
  {
    key: 'actor',
    header: 'Quién',
    inline: 'line',
    cell: ({ actor }) =>
      actor.email === null ? (
        actorText(actor)
      ) : (
        <TwoLines below={<span className="inline-block wrap-anywhere sm:min-w-44 card:inline">{actor.email}</span>}>
          {actorText(actor)}
        </TwoLines>
      ),
  },
  {
    key: 'entity',
    header: 'Registro',
    cell: entry => (
      <>
        <span className="block">{entityText(entry.entity)}</span>
        <span className="block text-xs break-all text-muted">{entry.entity_id}</span>
      </>
    ),
  },
  {
    key: 'changed',
    header: 'Qué cambió',
    cell: entry =>
      entry.isRemoved ? (
        <Badge>Cuenta eliminada</Badge>
      ) : (
        <span className="text-sm wrap-anywhere">{entry.changed === '' ? '–' : entry.changed}</span>
      ),
  },
  { key: 'menu', header: 'Acciones', hideHeader: true, align: 'end', cell: entry => <EntryMenu entry={entry} /> },
]

const EntryMenu = ({ entry }: { entry: Row }) => (
  <RowMenu name={`${actionText(entry.action)}, entrada ${entry.number}`}>
    <MenuLink to={`/admin/audit/${entry.number}`}>Ver Detalle</MenuLink>
    <MenuLink to={`?search=${encodeURIComponent(entry.entity_id)}&periodo=todo`}>Todo de este registro</MenuLink>
    {entry.actor.id !== null && (
      <MenuLink to={`?${AUDIT_FILTERS.actor}=${entry.actor.id}&periodo=todo`}>Todo de esta persona</MenuLink>
    )}
  </RowMenu>
)

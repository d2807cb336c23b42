import { type ListedAccess, listAccesses } from '#app/features/accesses/access-list.db.server.ts'
import { jobRoleText, LISTED_LABELS, type ListedState, listedState } from '#app/features/accesses/accesses.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { formatDate, formatDateTime } from '#app/kernel/dates.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { Column } from '#app/ui/data-table.tsx'
import type { Tone } from '#app/ui/tone.ts'
import type { Route } from './+types/access'
import { chosenOf, pageRequest, readListAddress } from './lists/list-address.ts'
import { ListPage } from './lists/list-page.tsx'
import type { ListFilter, ListShape } from './lists/list-shape.ts'
import { hiddenColumns } from './preferences.ts'

export const meta: Route.MetaFunction = () => [
  { title: 'Accesos · Administración · Alhena' },
  { name: 'robots', content: 'noindex' },
]

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

const stateFilter: ListFilter<ListedState> = {
  name: 'state',
  label: 'Estado',
  all: 'Todos',
  choices: (['invited', 'accessed', 'completed', 'expired', 'revoked'] as const).map(value => ({
    value,
    label: LISTED_LABELS[value],
  })),
}

const ACCESS_LIST: ListShape<'recientes' | 'antiguos'> = {
  name: 'accesos',
  filters: [stateFilter],
  sorts: [
    { key: 'recientes', label: 'Más recientes', column: 'created', direction: 'desc' },
    { key: 'antiguos', label: 'Más antiguos', column: 'created', direction: 'asc' },
  ],
}

type Row = ListedAccess & { state: ListedState; past: boolean }

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const address = readListAddress(ACCESS_LIST, args.url.searchParams)
  const at = now()
  const found = await asActor(db, actorOf(user), tx =>
    listAccesses(tx, {
      ...pageRequest(address, { recientes: 'created_at', antiguos: 'created_at' }),
      search: address.search,
      state: chosenOf(address, stateFilter),
      at,
    }),
  )
  const rows = found.rows.map(access => ({ ...access, state: listedState(access, at), past: access.expires_at <= at }))
  return { address, page: { ...found, rows }, hidden: hiddenColumns(args.request, ACCESS_LIST.name) }
}

export default function AdminAccess({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      {...loaderData}
      shape={ACCESS_LIST}
      title="Accesos"
      actions={
        <ButtonLink variant="secondary" to="/admin/access/sessions">
          Sesiones de talleres
        </ButtonLink>
      }
      searchLabel="Buscar por email, nombre o empresa..."
      caption="Accesos"
      columns={columns}
      empty={{ title: 'Todavía no hay accesos', text: 'Aparecen cuando se paga una orden o alguien invita.' }}
      unmatched="Prueba con el comienzo de otro email, nombre o empresa."
    />
  )
}

const tones: Record<ListedState, Tone> = {
  invited: 'neutral',
  accessed: 'fair',
  completed: 'good',
  expired: 'poor',
  revoked: 'neutral',
}

const columns: Column<Row>[] = [
  { key: 'assessment', header: 'Assessment', primary: true, cell: access => access.assessment },
  {
    key: 'client',
    header: 'Cliente',
    cell: ({ client }) => (
      <>
        <span className="block">{client.name}</span>
        {client.company !== null && <span className="block text-sm text-muted">{client.company}</span>}
      </>
    ),
  },
  { key: 'email', header: 'Email', cell: access => <span className="wrap-anywhere">{access.email}</span> },
  { key: 'name', header: 'Nombre', cell: access => access.name || '–' },
  { key: 'role', header: 'Cargo', cell: access => jobRoleText(access.job_role) || '–' },
  { key: 'state', header: 'Estado', cell: ({ state }) => <Badge tone={tones[state]}>{LISTED_LABELS[state]}</Badge> },
  {
    key: 'activity',
    header: 'Última Actividad',
    cell: access => <span className="tabular-nums">{formatDateTime(access.last_activity_at)}</span>,
  },
  {
    key: 'expires',
    header: 'Vence',
    cell: ({ expires_at, past }) => (
      <span className={`whitespace-nowrap tabular-nums ${past ? 'font-medium text-poor-ink' : ''}`}>
        {formatDate(expires_at)}
        {past && <span className="sr-only"> (vencido)</span>}
      </span>
    ),
  },
]

export { ListFailure as ErrorBoundary } from './lists/list-failure.tsx'

import { type ListedAccess, listAccesses } from '#app/features/accesses/access-list.db.server.ts'
import { jobRoleText, LISTED_LABELS, type ListedState, listedState } from '#app/features/accesses/accesses.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { formatDate, formatDateTime } from '#app/kernel/dates.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import type { Column } from '#app/ui/data-table.tsx'
import type { Tone } from '#app/ui/tone.ts'
import type { Route } from './+types/access'
import { PAGE_SIZE, readListAddress, toPage } from './list-address.ts'
import { ListPage } from './list-page.tsx'

export const meta: Route.MetaFunction = () => [
  { title: 'Accesos · Administración · Alhena' },
  { name: 'robots', content: 'noindex' },
]

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

type Row = ListedAccess & { state: ListedState; past: boolean }

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const address = readListAddress(args.url.searchParams)
  const found = await asActor(db, actorOf(user), tx => listAccesses(tx, { ...address, limit: PAGE_SIZE + 1 }))
  const at = now()
  const rows = found.map(access => ({ ...access, state: listedState(access, at), past: access.expires_at <= at }))
  return { ...address, ...toPage<Row>(rows) }
}

export default function AdminAccess({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      title="Accesos"
      searchLabel="Buscar por email, nombre o empresa..."
      caption="Accesos, el más reciente primero"
      columns={columns}
      page={loaderData}
      empty={{ title: 'Todavía no hay accesos', text: 'Aparecen cuando se paga una orden o alguien invita.' }}
      unmatched="Prueba con otra parte del email, nombre o empresa."
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

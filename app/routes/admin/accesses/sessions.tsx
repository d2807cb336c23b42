import { findWorkshopContents } from '#app/features/catalogue/workshop-content.db.server.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { type ListedWorkshop, listWorkshops } from '#app/features/workshops/session-list.db.server.ts'
import { SESSION_LABELS, type SessionState, sessionState, whenText } from '#app/features/workshops/workshops.ts'
import { formatInteger } from '#app/kernel/format.ts'
import { ListPage } from '#app/lists/list-page.tsx'
import { hiddenColumns } from '#app/lists/preferences.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { readSessionList, SESSION_LIST } from '#app/routes/admin/session-list.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { Column } from '#app/ui/data-table.tsx'
import { TwoLines } from '#app/ui/facts.tsx'
import { Breadcrumbs } from '#app/ui/page-heading.tsx'
import type { Tone } from '#app/ui/tone.ts'
import type { Route } from './+types/sessions'

export const meta: Route.MetaFunction = () => [{ title: 'Sesiones de talleres · Administración · Alhena' }]

/** The period of the top bar holds here: when sessions are held. */
export const handle = { dated: 'todo' }

type Row = ListedWorkshop & { state: SessionState | 'own_pace' }

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const at = now()
  const { address, query } = readSessionList(args.url, at)
  const page = await asActor(db, actorOf(user), tx => listWorkshops(tx, query))
  const contents = await findWorkshopContents(
    db,
    page.rows.map(row => row.slug),
  )
  const rows = page.rows.map((row): Row => {
    const session = row.starts_at === null ? undefined : { starts_at: row.starts_at, cancelled_at: row.cancelled_at }
    return { ...row, state: contents.get(row.slug)?.selfPaced ? 'own_pace' : sessionState(session, at) }
  })
  return { address, page: { ...page, rows }, hidden: hiddenColumns(args.request, SESSION_LIST.name) }
}

export default function WorkshopSessions({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      {...loaderData}
      shape={SESSION_LIST}
      title="Sesiones de talleres"
      description="Fija la fecha de cada taller vendido y confirma quién asistió."
      before={<Breadcrumbs items={[{ label: 'Accesos', to: '/admin/access' }, { label: 'Sesiones de talleres' }]} />}
      searchLabel="Buscar por orden, cliente o empresa..."
      caption="Talleres vendidos"
      columns={columns}
      rowName={row => `${row.name}, orden ${row.order_number}`}
      empty={{
        title: 'Todavía no se ha vendido un taller',
        text: 'Aparecen cuando se paga una orden que los incluye.',
      }}
      unmatched="Prueba con el comienzo de otra orden, nombre o empresa, o con otro estado."
      exportTo="/admin/access/sessions/export"
    />
  )
}

const tones: Record<Row['state'], Tone> = {
  unset: 'fair',
  scheduled: 'copper',
  begun: 'good',
  cancelled: 'poor',
  own_pace: 'neutral',
}

const columns: Column<Row>[] = [
  {
    key: 'workshop',
    header: 'Taller',
    primary: true,
    cell: row => (
      <>
        <span className="block">{row.name}</span>
        <span className="block text-sm font-normal wrap-anywhere text-muted">{row.order_number}</span>
      </>
    ),
  },
  {
    key: 'client',
    header: 'Cliente',
    inline: 'line',
    cell: ({ client }) =>
      client.company === null ? client.name : <TwoLines below={client.company}>{client.name}</TwoLines>,
  },
  {
    key: 'session',
    header: 'Sesión',
    inline: 'line',
    cell: ({ starts_at, minutes, state }) =>
      state === 'own_pace' || starts_at === null || minutes === null ? null : whenText({ starts_at, minutes }),
  },
  {
    key: 'state',
    header: 'Estado',
    inline: 'start',
    cell: ({ state }) => (
      <Badge tone={tones[state]}>{state === 'own_pace' ? 'A su ritmo' : SESSION_LABELS[state]}</Badge>
    ),
  },
  {
    key: 'people',
    header: 'Participantes',
    align: 'end',
    cell: row => `${formatInteger(row.people)} de ${formatInteger(row.seats)}`,
  },
  {
    key: 'attended',
    header: 'Asistieron',
    align: 'end',
    cell: row => formatInteger(row.attended),
  },
  {
    key: 'actions',
    header: 'Acciones',
    inline: 'end',
    align: 'end',
    cell: row => (
      <ButtonLink
        variant="link"
        size="sm"
        to={`/admin/access/sessions/${row.id}`}
        aria-label={`Gestionar la sesión de ${row.name}, orden ${row.order_number}`}
      >
        Gestionar
      </ButtonLink>
    ),
  },
]

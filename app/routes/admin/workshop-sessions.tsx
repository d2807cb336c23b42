import { z } from 'zod'
import { findWorkshopContents } from '#app/features/catalogue/workshop-content.db.server.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import {
  type ListedWorkshop,
  listWorkshops,
  type SessionFilter,
} from '#app/features/workshops/session-list.db.server.ts'
import { SESSION_LABELS, type SessionState, sessionState, whenText } from '#app/features/workshops/workshops.ts'
import { formatInteger } from '#app/kernel/format.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { Panel } from '#app/ui/panel.tsx'
import type { Tone } from '#app/ui/tone.ts'
import { TwoLines } from '#app/ui/two-lines.tsx'
import type { Route } from './+types/workshop-sessions'

export const meta: Route.MetaFunction = () => [
  { title: 'Sesiones de talleres · Administración · Alhena' },
  { name: 'robots', content: 'noindex' },
]

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

const PAGE_SIZE = 25

/** The words of the address, and what each shows. */
const FILTERS = [
  { value: 'todas', filter: 'all', label: 'Todas' },
  { value: 'sin-fecha', filter: 'unset', label: 'Sin fecha' },
  { value: 'proximas', filter: 'coming', label: 'Próximas' },
  { value: 'por-confirmar', filter: 'to_confirm', label: 'Por confirmar' },
] as const satisfies readonly { value: string; filter: SessionFilter; label: string }[]

const address = z.object({
  estado: z.enum(FILTERS.map(filter => filter.value)).catch('todas'),
  after: z.uuid().optional().catch(undefined),
})

type Row = ListedWorkshop & { state: SessionState | 'own_pace' }

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const { estado, after } = address.parse(Object.fromEntries(args.url.searchParams))
  const filter = FILTERS.find(known => known.value === estado)?.filter ?? 'all'
  const at = now()
  const found = await asActor(db, actorOf(user), tx =>
    listWorkshops(tx, { filter, after, limit: PAGE_SIZE + 1, now: at }),
  )
  const contents = await findWorkshopContents(
    db,
    found.map(row => row.slug),
  )
  const rows = found.slice(0, PAGE_SIZE).map((row): Row => {
    const session = row.starts_at === null ? undefined : { starts_at: row.starts_at, cancelled_at: row.cancelled_at }
    return { ...row, state: contents.get(row.slug)?.selfPaced ? 'own_pace' : sessionState(session, at) }
  })
  return { estado, after, rows, next: found.length > PAGE_SIZE ? rows.at(-1)?.id : undefined }
}

const link = (estado: string, after?: string): string => {
  const query = new URLSearchParams()
  if (estado !== 'todas') query.set('estado', estado)
  if (after !== undefined) query.set('after', after)
  return `?${query}`
}

export default function WorkshopSessions({ loaderData: { estado, after, rows, next } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        title="Sesiones de talleres"
        description="Fija la fecha de cada taller vendido y confirma quién asistió."
        before={<Breadcrumbs items={[{ label: 'Accesos', to: '/admin/access' }, { label: 'Sesiones de talleres' }]} />}
      />
      <nav aria-label="Estado de la sesión" className="mb-6 flex flex-wrap gap-2.5">
        {FILTERS.map(({ value, label }) => (
          <ButtonLink
            key={value}
            to={link(value)}
            size="sm"
            variant={value === estado ? 'primary' : 'secondary'}
            aria-current={value === estado ? 'page' : undefined}
          >
            {label}
          </ButtonLink>
        ))}
      </nav>
      <Panel padding="flush">
        <DataTable
          caption="Talleres vendidos, el más reciente primero"
          columns={columns}
          rows={rows}
          rowKey={row => row.id}
          empty={
            <EmptyState as="h2" title={estado === 'todas' ? 'Todavía no se ha vendido un taller' : 'Nada por aquí'}>
              {estado === 'todas' ? 'Aparecen cuando se paga una orden que los incluye.' : 'Prueba con otro estado.'}
            </EmptyState>
          }
        />
      </Panel>
      {(after !== undefined || next !== undefined) && (
        <nav aria-label="Páginas" className="mt-6 flex flex-wrap gap-2.5">
          {after !== undefined && (
            <ButtonLink variant="secondary" size="sm" to={link(estado)}>
              Volver al inicio de la lista
            </ButtonLink>
          )}
          {next !== undefined && (
            <ButtonLink variant="secondary" size="sm" to={link(estado, next)}>
              Siguientes
            </ButtonLink>
          )}
        </nav>
      )}
    </>
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

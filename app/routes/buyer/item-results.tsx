import ArrowLeft from 'lucide-react/icons/arrow-left'
import { data } from 'react-router'
import { z } from 'zod'
import { accessState } from '#app/features/accesses/accesses.ts'
import { StateBadge } from '#app/features/accesses/state-badge.tsx'
import { requireUser } from '#app/features/identity/session.server.ts'
import { findItemResults } from '#app/features/results/find-results.server.ts'
import { dateText, type PersonResult } from '#app/features/results/results.ts'
import { formatInteger } from '#app/kernel/format.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { PAGE_WIDTH } from '#app/routes/store/page-width.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { formatLevel } from '#app/ui/format-level.ts'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Stat, StatList } from '#app/ui/stat.tsx'
import type { Route } from './+types/item-results'

export const meta: Route.MetaFunction = () => [
  { title: 'Resultados por persona · Alhena' },
  { name: 'robots', content: 'noindex' },
]

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export async function loader(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const itemId = z.uuid().safeParse(args.params.itemId)
  const item = itemId.success ? await findItemResults(servicesOf(args.context).db, user.id, itemId.data) : undefined
  if (!item) throw data('Not found', 404)
  return item
}

export default function ItemResultsPage({ loaderData: item }: Route.ComponentProps) {
  const completed = item.people.filter(person => person.completed_at).length
  const started = item.people.filter(person => person.accessed_at && !person.completed_at).length
  return (
    <div className={`${PAGE_WIDTH} py-10`}>
      <PageHeading
        title="Resultados por persona"
        description={`${item.name} · Orden ${item.order_number}`}
        before={
          <ButtonLink to="/account/dashboard" variant="link" size="sm">
            <ArrowLeft aria-hidden="true" />
            Volver al dashboard
          </ButtonLink>
        }
      />
      <StatList className="mb-10">
        <Stat label="Participantes" value={`${formatInteger(item.used_seats)} de ${formatInteger(item.seats)}`} />
        <Stat label="Completados" value={formatInteger(completed)} />
        <Stat label="En Progreso" value={formatInteger(started)} />
        <Stat label="Pendientes" value={formatInteger(item.people.length - completed - started)} />
      </StatList>
      <Panel title="Participantes" padding="flush">
        <DataTable
          caption="Participantes y su nivel"
          columns={columns}
          rows={item.people}
          rowKey={person => person.access_id}
          empty={<EmptyState title="Nadie participa todavía">Invita a las personas desde el dashboard.</EmptyState>}
        />
      </Panel>
    </div>
  )
}

const columns: Column<PersonResult>[] = [
  {
    key: 'person',
    header: 'Participante',
    primary: true,
    cell: ({ name, email }) => (
      <>
        <span className="block">{name || email}</span>
        {name !== '' && <span className="block text-sm font-normal break-all text-muted">{email}</span>}
      </>
    ),
  },
  { key: 'state', header: 'Estado', cell: person => <StateBadge state={accessState(person)} /> },
  { key: 'progress', header: 'Avance', align: 'end', cell: ({ progress }) => `${progress}%` },
  { key: 'date', header: 'Fecha', cell: person => (person.accessed_at ? dateText(person.completed_at) : '–') },
  {
    key: 'level',
    header: 'Nivel general',
    cell: ({ overall }) =>
      overall ? (
        <span className="inline-flex items-center gap-2.5">
          <span className="font-medium tabular-nums">{formatLevel(overall.mean)}</span>
          <Badge tone={overall.tone}>{overall.word}</Badge>
        </span>
      ) : (
        '–'
      ),
  },
  {
    key: 'actions',
    header: 'Acciones',
    align: 'end',
    cell: person =>
      person.completed_at ? (
        <ButtonLink
          variant="link"
          size="sm"
          to={`/account/results/${person.access_id}`}
          aria-label={`Ver resultados de ${person.name || person.email}`}
        >
          Ver resultados
        </ButtonLink>
      ) : (
        '–'
      ),
  },
]

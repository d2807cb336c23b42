import { useSearchParams } from 'react-router'
import { accessState } from '#app/features/accesses/accesses.ts'
import { StateBadge } from '#app/features/accesses/dashboard/participants-view.tsx'
import { Badge } from '#app/kit/ui/badge.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import { Panel } from '#app/kit/ui/panel.tsx'
import { dateText, type ItemResults, type PersonResult } from './results.ts'

/** Everybody who has a seat: how far, with which level; of others of a confidential item, whether they have completed. */
export const ItemPeople = ({ item: { people, page, pages } }: { item: ItemResults }) => (
  <Panel
    title="Personas"
    description={pages > 1 ? `Página ${page} de ${pages}` : undefined}
    padding="flush"
    footer={pages > 1 ? <Pages page={page} pages={pages} /> : undefined}
  >
    <DataTable
      caption="Personas y su nivel"
      columns={columns}
      rows={people}
      rowKey={person => person.access_id}
      empty={<EmptyState title="Nadie participa todavía">Invita a las personas desde el panel.</EmptyState>}
    />
  </Panel>
)

function Pages({ page, pages }: { page: number; pages: number }) {
  const [shown] = useSearchParams()
  // The round and the comparison that are shown stay.
  const at = (number: number) =>
    `?${new URLSearchParams([...shown].filter(([name]) => name !== 'pagina').concat([['pagina', String(number)]]))}`
  return (
    <nav aria-label="Páginas de personas" className="flex justify-between gap-4 print:hidden">
      {page > 1 ? (
        <ButtonLink variant="secondary" size="sm" to={at(page - 1)} preventScrollReset>
          Anterior
        </ButtonLink>
      ) : (
        <span />
      )}
      {page < pages && (
        <ButtonLink variant="secondary" size="sm" to={at(page + 1)} preventScrollReset>
          Siguiente
        </ButtonLink>
      )}
    </nav>
  )
}

const columns: Column<PersonResult>[] = [
  {
    key: 'person',
    header: 'Persona',
    primary: true,
    cell: ({ name, email }) => (
      <>
        <span className="block">{name || email}</span>
        {name !== '' && <span className="block text-sm font-normal break-all text-muted">{email}</span>}
      </>
    ),
  },
  { key: 'state', header: 'Estado', inline: 'start', cell: person => <StateBadge state={accessState(person)} /> },
  {
    key: 'progress',
    header: 'Avance',
    align: 'end',
    inline: 'start',
    cell: ({ progress, confidential }) => (confidential ? null : `${progress}%`),
  },
  {
    key: 'date',
    header: 'Fecha',
    cell: person => (person.accessed_at && !person.confidential ? dateText(person.completed_at) : null),
  },
  {
    key: 'level',
    header: 'Nivel general',
    inline: 'start',
    cell: ({ overall }) =>
      overall ? (
        <span className="inline-flex items-center gap-2.5">
          <span className="font-medium tabular-nums">{formatLevel(overall.mean)}</span>
          <Badge tone={overall.tone}>{overall.word}</Badge>
        </span>
      ) : null,
  },
  {
    key: 'actions',
    header: 'Acciones',
    align: 'end',
    inline: 'end',
    cell: person =>
      person.completed_at && !person.confidential ? (
        <ButtonLink
          variant="link"
          size="sm"
          to={`/account/results/${person.access_id}`}
          aria-label={`Ver resultados de ${person.name || person.email}`}
        >
          Ver resultados
        </ButtonLink>
      ) : null,
  },
]

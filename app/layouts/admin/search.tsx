import { Link } from 'react-router'
import {
  FOUND_KINDS,
  type Found,
  findEverything,
  KINDS_OF_PEOPLE,
  MAX_OF_EACH,
  MAX_SUGGESTED,
} from '#app/features/analytics/find-everything.server.ts'
import { noteSearch } from '#app/features/audit/audit.server.ts'
import { actorOf, requireRole, scopeOf } from '#app/features/identity/session.server.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { formatRut } from '#app/kernel/rut.ts'
import { readSearch, searchedBeginning } from '#app/kit/lists/list-address.ts'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/search'
import { findScreens } from './find-screens.server.ts'
import { FOUND_TITLES, foundAddress, foundState, foundTitle, listAddress } from './found-address.ts'
import { SearchResult, type SearchResultRow } from './search-result.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Buscar · Administración · Alhena' }]

/** Results of one kind. `all`: the list with the others, when not all are shown. */
type FoundGroup = { kind: string; title: string; all?: string | undefined; rows: SearchResultRow[] }

/** The search results of the top bar: for its suggestions (`box`), and as a page. */
export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const params = args.url.searchParams
  const search = readSearch(params.get('search'))
  const max = params.has('box') ? MAX_SUGGESTED : MAX_OF_EACH
  const { db, now } = servicesOf(args.context)
  const scope = scopeOf(user)
  const found = await readAs(db, actorOf(user), tx => findEverything(tx, { search, max, now: now(), scope }))
  const people = KINDS_OF_PEOPLE.map(kind => [kind, found.filter(row => row.kind === kind).length] as const)
  await noteSearch(db, actorOf(user), { place: 'todo', term: search, found: Object.fromEntries(people), now: now() })
  const groups: FoundGroup[] = FOUND_KINDS.map(kind => {
    const rows = found.filter(row => row.kind === kind).map(shown)
    return { kind, title: FOUND_TITLES[kind], all: rows.length === max ? listAddress(kind, search) : undefined, rows }
  })
  const screens = findScreens(search, max, scope).map(screen => ({
    ...screen,
    id: screen.to,
    figures: '',
  }))
  groups.push({ kind: 'screens', title: 'Pantallas', rows: screens })
  return { search, cut: searchedBeginning(params.get('search')), groups: groups.filter(({ rows }) => rows.length > 0) }
}

const shown = (row: Found): SearchResultRow => ({
  id: row.id,
  title: foundTitle(row),
  detail: row.kind === 'companies' && row.detail !== '' ? formatRut(row.detail) : row.detail,
  to: foundAddress(row),
  state: foundState(row),
  figures: [row.at && formatDate(row.at), row.amount === null ? null : formatPesos(row.amount)]
    .filter(Boolean)
    .join(' · '),
})

export default function AdminSearch({ loaderData: { search, cut, groups } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title={search === '' ? 'Buscar' : `Resultados de «${search}»`} description={cut} />
      {groups.length === 0 ? (
        <Panel padding="flush">
          <EmptyState as="h2" title={search === '' ? '¿Qué buscas?' : 'Sin coincidencias'}>
            Busca por el comienzo de un nombre, un correo, una empresa, un producto, un RUT, un monto o un número de
            orden o cotización. Un código de acceso se busca completo.
          </EmptyState>
        </Panel>
      ) : (
        <div className="grid items-start gap-6 lg:grid-cols-2">
          {groups.map(({ kind, title, all, rows }) => (
            <Panel
              key={kind}
              title={title}
              padding="flush"
              actions={
                all !== undefined && (
                  <Link
                    to={all}
                    aria-label={`Ver todo: ${title}`}
                    className="text-md text-copper underline underline-offset-4"
                  >
                    Ver todo
                  </Link>
                )
              }
            >
              <ul>
                {rows.map(row => (
                  <li key={row.id} className="border-t border-line">
                    <Link to={row.to} className="block px-5 py-2.5 hover:bg-ink/3 sm:px-6">
                      <SearchResult row={row} />
                    </Link>
                  </li>
                ))}
              </ul>
            </Panel>
          ))}
        </div>
      )}
    </>
  )
}

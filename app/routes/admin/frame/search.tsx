import { Link } from 'react-router'
import { FOUND_KINDS, findEverything, MAX_OF_EACH } from '#app/features/analytics/find-everything.db.server.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { readSearch } from '#app/lists/list-address.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { Panel } from '#app/ui/panel.tsx'
import type { Route } from './+types/search'
import { FOUND_TITLES, foundAddress, listAddress } from './found-address.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Buscar · Administración · Alhena' }]

/** The search results of the top bar: for its suggestions, and as a page. */
export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const search = readSearch(args.url.searchParams.get('search'))
  const { db, now } = servicesOf(args.context)
  const found = await asActor(db, actorOf(user), tx => findEverything(tx, search, now()))
  return { search, found, kinds: FOUND_KINDS, max: MAX_OF_EACH }
}

export default function AdminSearch({ loaderData: { search, found, kinds, max } }: Route.ComponentProps) {
  const groups = kinds.map(kind => ({ kind, rows: found.filter(row => row.kind === kind) }))
  return (
    <>
      <PageHeading title={search === '' ? 'Buscar' : `Resultados de «${search}»`} />
      {found.length === 0 ? (
        <Panel padding="flush">
          <EmptyState as="h2" title={search === '' ? '¿Qué buscas?' : 'Sin coincidencias'}>
            Busca por el comienzo de un ID, un nombre, un correo, una empresa, un producto o un código de descuento.
          </EmptyState>
        </Panel>
      ) : (
        <div className="grid items-start gap-6 lg:grid-cols-2">
          {groups
            .filter(({ rows }) => rows.length > 0)
            .map(({ kind, rows }) => (
              <Panel
                key={kind}
                title={FOUND_TITLES[kind]}
                padding="flush"
                actions={
                  rows.length === max ? (
                    <Link to={listAddress(kind, search)} className="text-md text-copper underline underline-offset-4">
                      Ver todo
                    </Link>
                  ) : undefined
                }
              >
                <ul>
                  {rows.map(row => (
                    <li key={row.id} className="border-t border-line">
                      <Link to={foundAddress(row)} className="block px-5 py-2.5 hover:bg-ink/3 sm:px-6">
                        <span className="block font-medium wrap-anywhere">{row.title}</span>
                        <span className="block text-sm wrap-anywhere text-muted">{row.detail}</span>
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

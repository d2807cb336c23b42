import type { Transaction } from 'kysely'
import { data } from 'react-router'
import { noteSearch } from '#app/features/audit/audit.server.ts'
import { productOptions, productsOnSaleOptions } from '#app/features/catalogue/admin/product-list.server.ts'
import { companyOptions } from '#app/features/clients/admin/company-list.server.ts'
import { clientOptions } from '#app/features/clients/clients.server.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { readSearch } from '#app/kit/lists/list-address.ts'
import type { FoundOptions, SearchOption } from '#app/kit/lists/search-select.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/options'

/** Options that one answer has. */
const MAX_OPTIONS = 20

type Finder = (tx: Transaction<DB>, wanted: { search: string; limit: number; now: Date }) => Promise<SearchOption[]>

/** By the end of their addresses. */
const FINDERS: ReadonlyMap<string, { find: Finder; namesPeople: boolean }> = new Map([
  ['clients', { find: clientOptions, namesPeople: true }],
  ['companies', { find: companyOptions, namesPeople: true }],
  ['products', { find: productOptions, namesPeople: false }],
  ['products-on-sale', { find: productsOnSaleOptions, namesPeople: false }],
])

/** The options of a `SearchSelect`: clients, companies or products whose words begin with the parameter `search`. */
export async function loader(args: Route.LoaderArgs): Promise<FoundOptions> {
  const user = await requireRole(args, ['admin'])
  const kind = args.url.pathname.split('/').at(-1) ?? ''
  const finder = FINDERS.get(kind)
  if (!finder) throw data('Not found', 404)
  const search = readSearch(args.url.searchParams.get('search'))
  const { db, now } = servicesOf(args.context)
  const options = await readAs(db, actorOf(user), tx => finder.find(tx, { search, limit: MAX_OPTIONS, now: now() }))
  if (finder.namesPeople) {
    await noteSearch(db, actorOf(user), {
      place: 'elegir',
      term: search,
      found: { [kind]: options.length },
      now: now(),
    })
  }
  return { search, options }
}

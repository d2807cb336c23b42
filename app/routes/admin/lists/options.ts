import { data } from 'react-router'
import { productOptions, productsOnSaleOptions } from '#app/features/catalogue/editing/product-list.server.ts'
import { companyOptions } from '#app/features/identity/clients/company-list.server.ts'
import { clientOptions } from '#app/features/identity/clients/find-clients.db.server.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { readSearch } from '#app/lists/list-address.ts'
import type { FoundOptions } from '#app/lists/search-select.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/options'

/** Options that one answer has. */
const MAX_OPTIONS = 20

const FINDERS = new Map([
  ['clients', clientOptions],
  ['companies', companyOptions],
  ['products', productOptions],
  ['products-on-sale', productsOnSaleOptions],
])

/** The options of a `SearchSelect`: clients, companies or products whose words begin with the parameter `search`. */
export async function loader(args: Route.LoaderArgs): Promise<FoundOptions> {
  const user = await requireRole(args, ['admin'])
  const find = FINDERS.get(args.params.kind)
  if (!find) throw data('Not found', 404)
  const search = readSearch(args.url.searchParams.get('search'))
  const { db, now } = servicesOf(args.context)
  const options = await readAs(db, actorOf(user), tx => find(tx, { search, limit: MAX_OPTIONS, now: now() }))
  return { search, options }
}

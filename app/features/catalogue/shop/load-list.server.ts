import { redirect } from 'react-router'
import { findMovedCategories } from '#app/features/catalogue/addresses.server.ts'
import { listCategories } from '#app/features/catalogue/catalogue.server.ts'
import { type Category, fold } from '#app/features/catalogue/catalogue.ts'
import { type Filters, NO_FILTERS, parseFilters } from '#app/features/catalogue/filters.ts'
import { NO_FACETS } from '#app/features/catalogue/listing/facets.ts'
import { type Browsed, browse } from '#app/features/catalogue/listing/search.server.ts'
import { PUBLIC_CACHE } from '#app/layouts/shop/public-cache.ts'
import { describeError } from '#app/platform/log/log.server.ts'
import type { Services } from '#app/platform/services/services.server.ts'

/** Maximum categories of an address that are looked up. */
const MAX_CATEGORIES = 50

type ListData = Browsed & { filters: Filters }

/** `isCacheable`: whether the response is the catalogue and may be cached and indexed. */
type LoadedList = { data: ListData; init: { status?: number; headers: Record<string, string> }; isCacheable: boolean }

const NOTHING: ListData = {
  filters: NO_FILTERS,
  facets: NO_FACETS,
  list: { cards: [], total: 0, page: 1, pages: 1 },
  spelling: undefined,
  unfiltered: 0,
}

/**
 * Redirects a list with a category's earlier name to its current one.
 * @throws the redirect.
 */
async function redirectMovedCategories(
  db: Services['db'],
  { pathname, searchParams }: URL,
  categories: readonly Category[],
) {
  const known = new Set(categories.flatMap(({ slug, name }) => [slug, fold(name)]))
  const requested = searchParams.getAll('category').slice(0, MAX_CATEGORIES)
  const unknown = requested.map(text => fold(text.trim())).filter(key => !known.has(key) && !key.includes('\0'))
  if (unknown.length === 0) return
  const moved = await findMovedCategories(db, unknown)
  if (moved.size === 0) return
  searchParams.delete('category')
  for (const text of requested) searchParams.append('category', moved.get(fold(text.trim())) ?? text)
  throw redirect(`${pathname}?${searchParams}`, 301)
}

/**
 * A list of products for an address. A catalogue that can't be read is logged and shown as empty (specification 1,
 * section 8), with a status that is not cached.
 */
export async function loadList({ db, log }: Pick<Services, 'db' | 'log'>, request: Request): Promise<LoadedList> {
  try {
    const categories = await listCategories(db)
    const address = new URL(request.url)
    await redirectMovedCategories(db, address, categories)
    const requested = parseFilters(address.searchParams, categories)
    const found = await browse(db, requested, categories)
    const loaded: ListData = { ...found, filters: { ...requested, page: found.list.page } }
    return { data: loaded, init: { headers: PUBLIC_CACHE }, isCacheable: true }
  } catch (error) {
    if (error instanceof Response) throw error
    log.error('catalogue_unavailable', describeError(error))
    return { data: NOTHING, init: { status: 503, headers: { 'Cache-Control': 'no-store' } }, isCacheable: false }
  }
}

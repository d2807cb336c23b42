import { Suspense } from 'react'
import { data } from 'react-router'
import { findCategorySeo } from '#app/features/catalogue/catalogue.server.ts'
import type { Category } from '#app/features/catalogue/catalogue.ts'
import type { Filters } from '#app/features/catalogue/filters.ts'
import { FILTER_FORM_ID } from '#app/features/catalogue/filters.ts'
import { CatalogueList, type CatalogueListProps } from '#app/features/catalogue/listing/catalogue-list.tsx'
import { searchedBeginning } from '#app/features/catalogue/listing/suggestions.ts'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { listHead } from '#app/layouts/shop/page-heads.server.ts'
import { PAGE_WIDTH } from '#app/layouts/shop/page-width.ts'
import { SearchBox } from '#app/layouts/shop/search-box.tsx'
import { lazyOrReload } from '#app/platform/http/lazy-or-reload.ts'
import { pageHeadContext } from '#app/platform/http/page-head.server.ts'
import { readsOf, servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/listing'
import { loadList } from './load-list.server.ts'
import { renderStoreCard } from './store-card.tsx'

const NothingFound = lazyOrReload(() => import('#app/features/catalogue/listing/nothing-found.tsx'))

/** The heading of a list; `correction` is the corrected search text. */
function headingOf(filters: Filters, categories: readonly Category[], correction: string | undefined): string {
  if (filters.search !== '') return `Resultados para «${correction ?? filters.search}»`
  const [only] = filters.categories
  const named = categories.find(category => category.slug === only)
  return filters.categories.length === 1 && named ? named.name : 'Todos los assessments'
}

type Shown = Pick<CatalogueListProps, 'filters' | 'facets' | 'spelling'>

const titleOf = ({ filters, facets, spelling }: Shown): string =>
  headingOf(filters, facets.categories, spelling?.shown ? spelling.text : undefined)

const pageOf = ({ filters }: Shown): string => (filters.page > 1 ? ` (página ${filters.page})` : '')

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: `${loaderData ? (loaderData.seoTitle || titleOf(loaderData)) + pageOf(loaderData) : 'Assessments'} · Alhena`,
  },
]

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const db = readsOf(context)
  const { log, settings } = servicesOf(context)
  const answer = await loadList({ db, log }, request)
  const { filters, list } = answer.data
  const [only] = filters.categories
  const isOne = answer.isCacheable && filters.categories.length === 1 && filters.search === ''
  const seo = isOne && only !== undefined ? await findCategorySeo(db, only) : undefined
  const { appUrl } = settings
  if (answer.isCacheable) context.set(pageHeadContext, listHead(appUrl, titleOf(answer.data), filters, list, seo))
  const searchNote = searchedBeginning(filters.search)
  return data({ ...answer.data, seoTitle: seo?.seo_title ?? '', ...(searchNote && { searchNote }) }, answer.init)
}

export default function Listing({ loaderData }: Route.ComponentProps) {
  const { seoTitle: _, searchNote, ...shown } = loaderData
  const title = titleOf(shown)
  return (
    <div className={`${PAGE_WIDTH} pt-6`}>
      <Breadcrumbs className="mb-4" items={[{ label: 'Inicio', to: '/' }, { label: title }]} />
      <CatalogueList
        path="/assessments"
        level={1}
        title={title}
        searchBox={
          <>
            <SearchBox variant="header" text={shown.filters.search} form={FILTER_FORM_ID} />
            {searchNote && (
              <p role="status" className="mt-2 text-sm text-muted">
                {`${searchNote}.`}
              </p>
            )}
          </>
        }
        renderCard={renderStoreCard}
        renderEmpty={found => (
          <Suspense>
            <NothingFound {...found} />
          </Suspense>
        )}
        {...shown}
      />
    </div>
  )
}

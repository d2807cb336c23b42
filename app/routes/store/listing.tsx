import { data } from 'react-router'
import type { Category } from '#app/features/catalogue/catalogue.ts'
import { CatalogueList } from '#app/features/catalogue/catalogue-list.tsx'
import type { Filters } from '#app/features/catalogue/filters.ts'
import { pageHeadContext } from '#app/platform/http/page-head.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import type { Route } from './+types/listing'
import { loadList } from './load-list.server.ts'
import { listHead } from './page-heads.server.ts'
import { PAGE_WIDTH } from './page-width.ts'
import { renderStoreCard } from './store-card.tsx'

/** What a list shows, in words. */
function headingOf(filters: Filters, categories: readonly Category[]): string {
  if (filters.search !== '') return `Resultados para “${filters.search}”`
  const [only] = filters.categories
  const named = categories.find(category => category.slug === only)
  return filters.categories.length === 1 && named ? named.name : 'Todos los assessments'
}

const pageOf = (shown: { filters: Filters } | undefined): string =>
  shown && shown.filters.page > 1 ? ` (página ${shown.filters.page})` : ''

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: `${loaderData ? headingOf(loaderData.filters, loaderData.facets.categories) : 'Assessments'}${pageOf(loaderData)} · Alhena`,
  },
]

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = servicesOf(context)
  const answer = await loadList(services, request)
  const { filters, facets, list } = answer.data
  const heading = headingOf(filters, facets.categories)
  if (answer.kept) context.set(pageHeadContext, listHead(services.settings.appUrl, heading, filters, list))
  return data(answer.data, answer.init)
}

export default function Listing({ loaderData }: Route.ComponentProps) {
  const title = headingOf(loaderData.filters, loaderData.facets.categories)
  return (
    <div className={`${PAGE_WIDTH} pt-6`}>
      <Breadcrumbs className="mb-4" items={[{ label: 'Inicio', to: '/' }, { label: title }]} />
      <CatalogueList path="/assessments" level={1} title={title} renderCard={renderStoreCard} {...loaderData} />
    </div>
  )
}

import { data } from 'react-router'
import { CatalogueList } from '#app/features/catalogue/catalogue-list.tsx'
import { pageHeadContext } from '#app/platform/http/page-head.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/home'
import { HomeHero } from './home-hero.tsx'
import { loadList } from './load-list.server.ts'
import { homeHead } from './page-heads.server.ts'
import { PAGE_WIDTH } from './page-width.ts'
import { renderStoreCard } from './store-card.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Assessments y talleres para personas y equipos · Alhena' }]

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = servicesOf(context)
  const answer = await loadList(services, request)
  const { filters, list } = answer.data
  if (answer.kept) context.set(pageHeadContext, homeHead(services.settings.appUrl, filters, list))
  return data(answer.data, answer.init)
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <HomeHero search={loaderData.filters.search} />
      <div className={`${PAGE_WIDTH} pt-10`}>
        <CatalogueList path="/" level={2} title="Catálogo" renderCard={renderStoreCard} {...loaderData} />
      </div>
    </>
  )
}

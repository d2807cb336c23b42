import { CatalogueList } from '#app/features/catalogue/catalogue-list.tsx'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/home'
import { HomeHero } from './home-hero.tsx'
import { loadList } from './load-list.server.ts'
import { PAGE_WIDTH } from './page-width.ts'
import { renderStoreCard } from './store-card.tsx'

export const meta: Route.MetaFunction = () => [
  { title: 'Assessments y talleres para personas y equipos · Alhena' },
  {
    name: 'description',
    content:
      'Evalúa la madurez de tu organización y las habilidades de tu equipo: assessments y talleres en español, con precios en pesos chilenos.',
  },
]

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const loader = ({ request, context }: Route.LoaderArgs) => loadList(servicesOf(context), request)

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <HomeHero />
      <div className={`${PAGE_WIDTH} pt-10`}>
        <CatalogueList path="/" level={2} title="Catálogo" renderCard={renderStoreCard} {...loaderData} />
      </div>
    </>
  )
}

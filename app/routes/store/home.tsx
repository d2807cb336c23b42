import { data } from 'react-router'
import { CatalogueList } from '#app/features/catalogue/listing/catalogue-list.tsx'
import { pageHeadContext } from '#app/platform/http/page-head.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { shopTexts } from '#app/platform/texts/shop-texts.ts'
import type { Route } from './+types/home'
import { type HeroTexts, HomeHero } from './home-hero.tsx'
import { loadList } from './load-list.server.ts'
import { homeHead } from './page-heads.server.ts'
import { PAGE_WIDTH } from './page-width.ts'
import { renderStoreCard } from './store-card.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `${loaderData?.title ?? 'Inicio'} · Alhena` }]

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = servicesOf(context)
  const answer = await loadList(services, request)
  const { filters, list } = answer.data
  const texts = shopTexts()
  if (answer.kept) context.set(pageHeadContext, homeHead(services.settings.appUrl, filters, list, texts))
  const hero: HeroTexts = {
    title: texts.hero_title,
    text: texts.hero_text,
    figures: [
      { value: texts.figure_1_value, label: texts.figure_1_label },
      { value: texts.figure_2_value, label: texts.figure_2_label },
      { value: texts.figure_3_value, label: texts.figure_3_label },
    ],
  }
  return data({ ...answer.data, title: texts.home_title, hero }, answer.init)
}

export default function Home({ loaderData: { hero, title: _title, ...list } }: Route.ComponentProps) {
  return (
    <>
      <HomeHero search={list.filters.search} texts={hero} />
      <div className={`${PAGE_WIDTH} pt-10`}>
        <CatalogueList path="/" level={2} title="Catálogo" renderCard={renderStoreCard} {...list} />
      </div>
    </>
  )
}

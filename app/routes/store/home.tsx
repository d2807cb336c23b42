import { lazy, Suspense } from 'react'
import { data } from 'react-router'
import { CatalogueList } from '#app/features/catalogue/listing/catalogue-list.tsx'
import { pageHeadContext } from '#app/platform/http/page-head.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { shopTexts } from '#app/platform/texts/shop-texts.ts'
import type { Route } from './+types/home'
import { loadList } from './load-list.server.ts'
import { homeHead } from './page-heads.server.ts'
import { PAGE_WIDTH } from './page-width.ts'
import { SearchForm } from './search-form.tsx'
import { renderStoreCard } from './store-card.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `${loaderData?.title ?? 'Inicio'} · Alhena` }]

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = servicesOf(context)
  const answer = await loadList(services, request)
  const { filters, list } = answer.data
  const texts = shopTexts()
  if (answer.isCacheable) context.set(pageHeadContext, homeHead(services.settings.appUrl, filters, list, texts))
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
        <CatalogueList
          path="/"
          level={2}
          title="Catálogo"
          renderCard={renderStoreCard}
          renderEmpty={found => (
            <Suspense>
              <HomeEmpty {...found} />
            </Suspense>
          )}
          {...list}
        />
      </div>
    </>
  )
}

const HomeEmpty = lazy(() => import('./home-empty.tsx'))

type HeroTexts = {
  title: string
  text: string
  /** Fixed unless an administrator changes them (specification 1, section 1; decision 38). */
  figures: readonly { value: string; label: string }[]
}

/** The shop's introduction, at most half a laptop's screen high. */
function HomeHero({ search, texts }: { search: string; texts: HeroTexts }) {
  return (
    <div className="border-b border-line">
      <div
        className={`${PAGE_WIDTH} grid items-end gap-x-16 gap-y-8 pt-10 pb-8 lg:grid-cols-[minmax(0,1fr)_auto] lg:pt-14 lg:pb-12`}
      >
        <div className="max-w-2xl">
          <h1 className="text-3xl text-balance sm:text-4xl lg:text-5xl">{texts.title}</h1>
          <p className="mt-4 max-w-xl text-base text-pretty text-muted sm:text-lg">{texts.text}</p>
          <SearchForm variant="hero" text={search} className="mt-6 max-w-xl" />
        </div>
        <dl className="grid grid-cols-3 gap-x-4 sm:gap-x-10 lg:grid-cols-1 lg:gap-y-4">
          {texts.figures.map(figure => (
            <div
              key={figure.label}
              className="flex flex-col-reverse justify-end border-t border-line pt-2.5 lg:flex-row-reverse lg:items-baseline lg:justify-end lg:gap-4"
            >
              <dt className="text-sm text-muted lg:w-52 lg:text-md">{figure.label}</dt>
              <dd className="text-2xl font-medium tracking-tighter tabular-nums lg:w-24 lg:text-3xl">{figure.value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  )
}

import { Suspense } from 'react'
import { data } from 'react-router'
import { CatalogueList } from '#app/features/catalogue/listing/catalogue-list.tsx'
import { homeHead } from '#app/layouts/shop/page-heads.server.ts'
import { PAGE_WIDTH } from '#app/layouts/shop/page-width.ts'
import { SearchForm } from '#app/layouts/shop/search-box.tsx'
import { lazyOrReload } from '#app/platform/http/lazy-or-reload.ts'
import { pageHeadContext } from '#app/platform/http/page-head.server.ts'
import { readsOf, servicesOf } from '#app/platform/services/services.server.ts'
import { shopTexts } from '#app/platform/texts/shop-texts.ts'
import type { Route } from './+types/home'
import { loadList } from './load-list.server.ts'
import { renderStoreCard } from './store-card.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `${loaderData?.title ?? 'Inicio'} · Alhena` }]

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { log, settings } = servicesOf(context)
  const answer = await loadList({ db: readsOf(context), log }, request)
  const { filters } = answer.data
  const texts = shopTexts()
  if (answer.isCacheable) context.set(pageHeadContext, homeHead(settings.appUrl, filters, texts))
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
    // On a phone the figures come last: the first screen is for a whole card.
    <div className={`${PAGE_WIDTH} grid gap-x-16 gap-y-4 pt-4 lg:grid-cols-[minmax(0,1fr)_auto] lg:gap-y-8 lg:pt-8`}>
      <HomeHero search={list.filters.search} texts={hero} />
      <div className="min-w-0 border-t border-line pt-4 lg:col-span-2 lg:pt-7">
        <CatalogueList
          path="/"
          level={2}
          title="Catálogo"
          renderCard={renderStoreCard}
          renderEmpty={found => (
            <Suspense>
              <NothingFound {...found} />
            </Suspense>
          )}
          {...list}
        />
      </div>
    </div>
  )
}

const NothingFound = lazyOrReload(() => import('#app/features/catalogue/listing/nothing-found.tsx'))

type HeroTexts = {
  title: string
  text: string
  /** Fixed unless an administrator changes them (specification 1, section 1; spec D38). */
  figures: readonly { value: string; label: string }[]
}

/** The shop's introduction, at most half a laptop's screen high. */
function HomeHero({ search, texts }: { search: string; texts: HeroTexts }) {
  return (
    <>
      <div>
        <h1 className="text-2xl text-balance sm:text-4xl">{texts.title}</h1>
        <p className="mt-1.5 max-w-2xl text-sm text-pretty text-muted sm:text-base">{texts.text}</p>
        <SearchForm variant="hero" text={search} className="mt-3 max-w-2xl sm:mt-4" />
      </div>
      <dl className="home-figures">
        {texts.figures.map(figure => (
          <div key={figure.label}>
            <dt>{figure.label}</dt>
            <dd>{figure.value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

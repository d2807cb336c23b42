import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { lazy, type ReactNode, Suspense } from 'react'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { InlineSelect } from '#app/ui/inline-select.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import ActiveFilters from './active-filters.tsx'
import type { Browsed } from './browse.server.ts'
import type { AssessmentCard } from './catalogue.ts'
import { FILTER_FORM_ID, FILTER_PANEL_ID } from './filter-form-fields.ts'
import { FilterPanel } from './filter-panel.tsx'
import { changeFilters, countActiveFilters, type Filters, parseSort, SEARCH_LIMIT, SORTS } from './filters.ts'
import SpellingNotice from './spelling-notice.tsx'
import { useFilters } from './use-filters.ts'

// What most visits begin without comes when it is needed. Nothing that stands above products may: a part without its code yet is taken
// off the screen when the cart is read, and all below it jumps.
const CardSkeletons = lazy(() => import('./card-skeletons.tsx'))
const NothingFound = lazy(() => import('./nothing-found.tsx'))
const Pagination = lazy(() => import('./pagination.tsx'))

const GRID = 'grid gap-5 sm:grid-cols-2 xl:grid-cols-3 2xl:gap-6'

export type CatalogueListProps = Browsed & {
  /** The list's own address. */
  path: '/' | '/assessments'
  filters: Filters
  title: ReactNode
  /** Level of the title; the cards' names are one below. */
  level: 1 | 2
  /** A search field of the filters' form (FILTER_FORM_ID), where the page has one. */
  searchBox?: ReactNode
  renderCard: (product: AssessmentCard, level: 2 | 3) => ReactNode
}

/** Filters, order and a grid of cards, all said by the address (decision 33). */
export function CatalogueList(props: CatalogueListProps) {
  const { path, filters, facets, list, spelling, unfiltered, title, level, searchBox, renderCard } = props
  const { shown, pending, addressOf, apply } = useFilters(filters, facets.categories)
  const Title = `h${level}` as const
  const active = countActiveFilters(shown)
  return (
    <div id="catalogo" className="grid gap-x-10 lg:grid-cols-[14.5rem_minmax(0,1fr)]">
      <FilterPanel
        {...{ path, facets, addressOf, apply }}
        filters={shown}
        total={list.total}
        hasSearchBox={searchBox !== undefined}
      />
      <section aria-busy={pending} aria-labelledby="catalogo-titulo" className="min-w-0">
        <header className="mb-5 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div className="flex flex-wrap items-baseline gap-x-3">
            <Title id="catalogo-titulo" className={level === 1 ? 'text-2xl' : 'text-xl'}>
              {title}
            </Title>
            <p role="status" className="text-md text-muted tabular-nums">
              {pending ? (
                <span className="inline-flex items-center gap-2">
                  <Spinner /> Cargando assessments...
                </span>
              ) : (
                resultsText(list.total, filters.search !== '')
              )}
            </p>
          </div>
          <div className="flex w-full items-center gap-3 sm:w-auto">
            <Button variant="secondary" size="sm" popoverTarget={FILTER_PANEL_ID} className="flex-none lg:hidden">
              <SlidersHorizontal aria-hidden="true" />
              Filtros{active > 0 && ` (${active})`}
            </Button>
            <InlineSelect
              label="Ordenar por"
              name="sort"
              form={FILTER_FORM_ID}
              options={SORTS}
              value={shown.sort}
              onChange={event => apply(changeFilters(shown, { sort: parseSort(event.currentTarget.value) }))}
              className="min-w-0 flex-1 max-sm:[&>label]:sr-only"
            />
          </div>
        </header>
        {searchBox !== undefined && <search className="mb-5 block max-w-xl">{searchBox}</search>}
        {spelling?.shown && <SpellingNotice asked={filters.search} meant={spelling.text} />}
        {(active > 0 || shown.search !== '') && (
          <ActiveFilters filters={shown} categories={facets.categories} addressOf={addressOf} />
        )}
        {list.cards.length === 0 ? (
          <Suspense>
            <NothingFound {...{ path, filters, facets, spelling, unfiltered, addressOf }} />
          </Suspense>
        ) : (
          <div className="relative">
            <ul
              inert={pending}
              className={classNames(GRID, 'transition-opacity duration-150', pending && 'opacity-0 delay-200')}
            >
              {list.cards.map(product => renderCard(product, level === 1 ? 2 : 3))}
            </ul>
            <Suspense>{pending && <CardSkeletons count={list.cards.length} className={GRID} />}</Suspense>
          </div>
        )}
        {list.pages > 1 && (
          <Suspense>
            <Pagination
              page={list.page}
              pages={list.pages}
              addressOf={page => addressOf(changeFilters(filters, { page }))}
            />
          </Suspense>
        )}
      </section>
    </div>
  )
}

/** A search that found more than it looks at says that there may be others. */
const resultsText = (total: number, isSearch: boolean): string =>
  isSearch && total >= SEARCH_LIMIT
    ? `Los ${formatInteger(total)} mejores resultados`
    : countOf(total, 'resultado', 'resultados')

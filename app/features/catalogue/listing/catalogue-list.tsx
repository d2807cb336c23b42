import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import X from 'lucide-react/icons/x'
import { lazy, type ReactNode, Suspense } from 'react'
import { Link, useLocation, useNavigate, useNavigation } from 'react-router'
import type { AssessmentCard, Category } from '#app/features/catalogue/catalogue.ts'
import {
  changeFilters,
  countActiveFilters,
  DURATIONS,
  FILTER_FORM_ID,
  FILTER_PANEL_ID,
  type Filters,
  parseFilters,
  parseSort,
  SEARCH_LIMIT,
  SORTS,
  serializeFilters,
  TYPES,
  toggle,
} from '#app/features/catalogue/filters.ts'
import { ANY_PRICE, isAnyPrice, priceLabel } from '#app/features/catalogue/price-range.ts'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { classNames } from '#app/kit/ui/class-names.ts'
import { InlineSelect } from '#app/kit/ui/inline-select.tsx'
import { Spinner } from '#app/kit/ui/spinner.tsx'
import { lazyOrReload } from '#app/platform/http/lazy-or-reload.ts'
import { FilterPanel } from './filter-panel.tsx'
import type { NothingFoundProps } from './nothing-found.tsx'
import type { Browsed } from './search.server.ts'

/** The pending filters while their list is loading, and a way to change them that keeps the scroll position. */
function useFilters(filters: Filters, categories: readonly Category[]) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { location: next } = useNavigation()
  const pending = next !== undefined && next.pathname === pathname
  return {
    pending,
    shown: pending ? parseFilters(new URLSearchParams(next.search), categories) : filters,
    addressOf: (requested: Filters) => pathname + serializeFilters(requested),
    apply: (requested: Filters) =>
      // Synchronously, or a box that was just checked would flip back until the list arrives.
      navigate(pathname + serializeFilters(requested), { preventScrollReset: true, flushSync: true }),
  }
}

type ActiveFiltersProps = {
  filters: Filters
  categories: readonly Category[]
  addressOf: (filters: Filters) => string
}

/** The active filters, each a link that removes it. */
function ActiveFilters({ filters, categories, addressOf }: ActiveFiltersProps) {
  const without = (change: Partial<Filters>) => addressOf(changeFilters(filters, change))
  const selected = (options: readonly { value: string; label: string }[], value: string, rest: Partial<Filters>) =>
    value === 'all' ? [] : options.filter(one => one.value === value).map(({ label }) => ({ label, to: without(rest) }))
  const chips = [
    ...(filters.search === '' ? [] : [{ label: `«${filters.search}»`, to: without({ search: '' }) }]),
    ...filters.categories.map(slug => ({
      label: categories.find(category => category.slug === slug)?.name ?? slug,
      to: without({ categories: toggle(filters.categories, slug) }),
    })),
    ...selected(DURATIONS, filters.duration, { duration: 'all' }),
    ...selected(TYPES, filters.type, { type: 'all' }),
    ...(isAnyPrice(filters.price) ? [] : [{ label: priceLabel(filters.price), to: without({ price: ANY_PRICE }) }]),
    ...filters.tags.map(tag => ({ label: tag, to: without({ tags: toggle(filters.tags, tag) }) })),
  ]
  return (
    <ul aria-label="Filtros aplicados" className="mb-5 flex flex-wrap gap-2">
      {chips.map(chip => (
        <li key={chip.to}>
          <Link
            to={chip.to}
            preventScrollReset
            className="inline-flex min-h-8 items-center gap-1.5 rounded-sm bg-copper-soft pr-1.5 pl-2.5 text-sm text-copper-strong hover:bg-copper hover:text-on-copper pointer-coarse:min-h-11"
          >
            <span className="sr-only">Quitar filtro </span>
            <span>{chip.label}</span>
            <X aria-hidden="true" className="size-4" />
          </Link>
        </li>
      ))}
    </ul>
  )
}

// Lazy, because most visits don't need it. Content above products can't be lazy: React hides a part without its code when
// the cart is read, and everything beneath it would shift.
// Without a network they can't be fetched, and the page stays as it is.
const CardSkeletons = lazy(() => import('./card-skeletons.tsx').catch(() => ({ default: () => <></> })))
const Pagination = lazyOrReload(() => import('./pagination.tsx'))

const GRID = 'grid gap-5 sm:grid-cols-2 xl:grid-cols-3 2xl:gap-6'

export type CatalogueListProps = Browsed & {
  /** The list's own address. */
  path: '/' | '/assessments'
  filters: Filters
  title: ReactNode
  /** Heading level of the title; the cards' names are one below. */
  level: 1 | 2
  /** A search field that belongs to the filter form (FILTER_FORM_ID), where the page has one. */
  searchBox?: ReactNode
  renderCard: (product: AssessmentCard, level: 2 | 3) => ReactNode
  renderEmpty: (found: NothingFoundProps) => Blocks
}

/** Filters, sort order and a grid of cards, all driven by the address (spec D33). */
export function CatalogueList(props: CatalogueListProps) {
  const { path, filters, facets, list, spelling, unfiltered, title, level, searchBox, renderCard, renderEmpty } = props
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
        {/* Below the size with a column for the filters, their button stays in view: `contents` lets it stick within the section. */}
        <header className="list-header">
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
          <div className="list-controls">
            <Button variant="secondary" size="sm" popoverTarget={FILTER_PANEL_ID} className="flex-none lg:hidden">
              <SlidersHorizontal aria-hidden="true" />
              <span>{`Filtros${active > 0 ? ` (${active})` : ''}`}</span>
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
        {spelling?.shown && <SpellingNotice typed={filters.search} correction={spelling.text} />}
        {(active > 0 || shown.search !== '') && (
          <ActiveFilters filters={shown} categories={facets.categories} addressOf={addressOf} />
        )}
        {list.cards.length === 0 ? (
          renderEmpty({ path, filters, facets, spelling, unfiltered, addressOf })
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

/** A search that reached its limit says that there may be more. */
const resultsText = (total: number, isSearch: boolean): string =>
  isSearch && total >= SEARCH_LIMIT
    ? `Los ${formatInteger(total)} mejores resultados`
    : countOf(total, 'resultado', 'resultados')

/** Says that a list shows `correction` instead of the typed text. */
const SpellingNotice = ({ typed, correction }: { typed: string; correction: string }) => (
  <p role="status" className="mb-5 rounded-md bg-copper-soft px-4 py-3 text-md">
    Mostrando resultados para <strong className="font-semibold">{`«${correction}»`}</strong>
    <span>{`. No encontramos nada para «${typed}».`}</span>
  </p>
)

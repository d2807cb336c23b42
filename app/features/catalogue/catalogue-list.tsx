import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import type { ReactNode } from 'react'
import { countOf } from '#app/kernel/format.ts'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { SelectField } from '#app/ui/select-field.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { ActiveFilters } from './active-filters.tsx'
import type { AssessmentCard, ProductPage } from './catalogue.ts'
import type { Facets } from './facets.ts'
import { FILTER_FORM_ID, FILTER_PANEL_ID } from './filter-form-fields.ts'
import { FilterPanel } from './filter-panel.tsx'
import { changeFilters, countActiveFilters, type Filters, NO_FILTERS, parseSort, SORTS } from './filters.ts'
import { NothingFound } from './nothing-found.tsx'
import { Pagination } from './pagination.tsx'
import { useFilters } from './use-filters.ts'

export type CatalogueListProps = {
  /** The list's own address. */
  path: '/' | '/assessments'
  filters: Filters
  facets: Facets
  list: ProductPage
  title: ReactNode
  /** Level of the title; the cards' names are one below. */
  level: 1 | 2
  renderCard: (product: AssessmentCard, level: 2 | 3) => ReactNode
}

/** Filters, order and a grid of cards, all said by the address (decision 33). */
export function CatalogueList({ path, filters, facets, list, title, level, renderCard }: CatalogueListProps) {
  const { shown, pending, addressOf, apply } = useFilters(filters, facets.categories)
  const Title = `h${level}` as const
  const active = countActiveFilters(shown)
  return (
    <div id="catalogo" className="grid gap-x-10 lg:grid-cols-[14.5rem_minmax(0,1fr)]">
      <FilterPanel {...{ path, facets, addressOf, apply }} filters={shown} total={list.total} />
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
                countOf(list.total, 'resultado', 'resultados')
              )}
            </p>
          </div>
          <div className="flex w-full items-center gap-3 sm:w-auto">
            <Button variant="secondary" size="sm" popoverTarget={FILTER_PANEL_ID} className="flex-none lg:hidden">
              <SlidersHorizontal aria-hidden="true" />
              Filtros{active > 0 && ` (${active})`}
            </Button>
            <SelectField
              inline
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
        <ActiveFilters filters={shown} categories={facets.categories} addressOf={addressOf} />
        {list.cards.length === 0 ? (
          <NothingFound filters={filters} clearAddress={addressOf(NO_FILTERS)} path={path} />
        ) : (
          <ul
            className={classNames(
              'grid gap-5 transition-opacity duration-150 sm:grid-cols-2 xl:grid-cols-3 2xl:gap-6',
              pending && 'opacity-50 delay-100',
            )}
          >
            {list.cards.map(product => renderCard(product, level === 1 ? 2 : 3))}
          </ul>
        )}
        <Pagination
          page={list.page}
          pages={list.pages}
          addressOf={page => addressOf(changeFilters(filters, { page }))}
        />
      </section>
    </div>
  )
}

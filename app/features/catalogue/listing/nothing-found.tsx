import { Link } from 'react-router'
import { countActiveFilters, type Filters, filterEntries, NO_FILTERS } from '#app/features/catalogue/filters.ts'
import { countOf } from '#app/kernel/format.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import type { Facets } from './facets.ts'
import type { Spelling } from './search.server.ts'

export type NothingFoundProps = {
  path: string
  filters: Filters
  facets: Facets
  spelling: Spelling | undefined
  /** Products that the same search finds without filters. */
  unfiltered: number
  addressOf: (filters: Filters) => string
}

/** The texts of specification 1, section 2, and links that lead to products. */
export default function NothingFound({ path, filters, facets, spelling, unfiltered, addressOf }: NothingFoundProps) {
  const narrowed = filters.search !== '' || countActiveFilters(filters) > 0
  const categories = filters.search === '' ? [] : facets.categories
  return (
    <EmptyState
      title="No se encontraron assessments."
      className="rounded-lg border border-dashed border-line"
      action={
        <>
          <div className="flex flex-wrap justify-center gap-3">
            {unfiltered > 0 && (
              <ButtonLink to={addressOf({ ...NO_FILTERS, search: filters.search, sort: filters.sort })}>
                {`Quitar los filtros (${countOf(unfiltered, 'resultado', 'resultados')})`}
              </ButtonLink>
            )}
            {narrowed && (
              <ButtonLink to={addressOf(NO_FILTERS)} variant={unfiltered > 0 ? 'secondary' : 'primary'}>
                Ver todo el catálogo
              </ButtonLink>
            )}
            <Form method="get" action={path} reloadDocument>
              {filterEntries(filters).map(([name, value]) => (
                <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
              ))}
              <Button type="submit" variant="secondary">
                Recargar
              </Button>
            </Form>
          </div>
          {categories.length > 0 && (
            <ul aria-label="Categorías" className="mt-6 flex flex-wrap justify-center gap-x-5 gap-y-1">
              {categories.map(({ name, slug }) => (
                <li key={slug}>
                  <ButtonLink to={addressOf({ ...NO_FILTERS, categories: [slug] })} variant="link">
                    {name}
                  </ButtonLink>
                </li>
              ))}
            </ul>
          )}
        </>
      }
    >
      {spelling ? (
        <>
          <span>Quizás quisiste decir</span>{' '}
          <Link
            to={addressOf({ ...NO_FILTERS, search: spelling.text })}
            className="font-semibold text-copper underline underline-offset-4 hover:text-copper-strong"
          >
            {`«${spelling.text}»`}
          </Link>
        </>
      ) : (
        narrowed && 'Prueba con otras palabras o quita algún filtro.'
      )}
    </EmptyState>
  )
}

import { Form } from 'react-router'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { countActiveFilters, type Filters, filterEntries } from './filters.ts'

/** Texts of specification 1, section 2. */
export function NothingFound({
  filters,
  clearAddress,
  path,
}: {
  filters: Filters
  clearAddress: string
  path: string
}) {
  const narrowed = filters.search !== '' || countActiveFilters(filters) > 0
  return (
    <EmptyState
      title="No se encontraron assessments."
      className="rounded-lg border border-dashed border-line"
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {narrowed && <ButtonLink to={clearAddress}>Ver todo el catálogo</ButtonLink>}
          <Form method="get" action={path} reloadDocument>
            {filterEntries(filters).map(([name, value]) => (
              <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
            ))}
            <Button type="submit" variant="secondary">
              Recargar
            </Button>
          </Form>
        </div>
      }
    >
      {narrowed && 'Prueba con otras palabras o quita algún filtro.'}
    </EmptyState>
  )
}

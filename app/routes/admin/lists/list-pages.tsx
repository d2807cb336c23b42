import type { Page } from '#app/platform/database/keyset.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { listQuery } from './list-address.ts'
import type { ListAddress, ListShape } from './list-shape.ts'

type ListPagesProps = { shape: ListShape; address: ListAddress; page: Pick<Page<unknown>, 'next' | 'previous'> }

/** To the first page, the one before and the one after. */
export function ListPages({ shape, address, page }: ListPagesProps) {
  const first = address.after === undefined && address.before === undefined
  if (first && page.next === undefined) return null
  const to = (cursor: { after?: string; before?: string }) => listQuery(shape, address, cursor)
  return (
    <nav aria-label="Páginas" className="mt-4 flex flex-wrap gap-2.5 print:hidden">
      {!first && (
        <ButtonLink variant="secondary" size="sm" to={to({})}>
          Primera página
        </ButtonLink>
      )}
      {page.previous !== undefined && (
        <ButtonLink variant="secondary" size="sm" rel="prev" to={to({ before: page.previous })}>
          Anteriores
        </ButtonLink>
      )}
      {page.next !== undefined && (
        <ButtonLink variant="secondary" size="sm" rel="next" to={to({ after: page.next })}>
          Siguientes
        </ButtonLink>
      )}
    </nav>
  )
}

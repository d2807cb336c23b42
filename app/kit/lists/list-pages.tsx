import { Link } from 'react-router'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import type { Page } from '#app/platform/database/keyset.server.ts'
import { LIST_END } from '#app/platform/database/page-cursor.ts'
import { listHref } from './list-address.ts'
import { type ListAddress, type ListShape, PAGE_SIZES } from './list-shape.ts'

type ListPagesProps = { shape: ListShape; address: ListAddress; page: Pick<Page<unknown>, 'next' | 'previous'> }

/** Links to the first, previous, next and last page. */
export function ListPages({ shape, address, page }: ListPagesProps) {
  const first = address.after === undefined && address.before === undefined
  if (first && page.next === undefined) return null
  const to = (cursor: { after?: string; before?: string }) => listHref(shape, address, cursor)
  return (
    <nav aria-label="Páginas" className="flex flex-wrap gap-2.5">
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
      {page.next !== undefined && (
        <ButtonLink variant="secondary" size="sm" to={to({ before: LIST_END })}>
          Última página
        </ButtonLink>
      )}
    </nav>
  )
}

/** Links for the page size, shown where there is more than the smallest; they need no script and no button. */
export function PageSizes({ shape, address, page }: ListPagesProps) {
  const [defaultSize] = PAGE_SIZES
  if (page.next === undefined && page.previous === undefined && address.size === defaultSize) return null
  const { after, before } = address
  return (
    <nav aria-label="Filas por página" className="flex items-center text-sm text-muted">
      <span aria-hidden="true" className="mr-1">
        Filas
      </span>
      {PAGE_SIZES.map(size => (
        <Link
          key={size}
          to={listHref(shape, address, { size, after, before })}
          preventScrollReset
          aria-current={size === address.size || undefined}
          className="inline-flex min-h-9 min-w-9 items-center justify-center rounded-md tabular-nums hover:bg-ink/6 hover:text-ink aria-[current=true]:font-semibold aria-[current=true]:text-ink pointer-coarse:min-h-11 pointer-coarse:min-w-11"
        >
          {size}
        </Link>
      ))}
    </nav>
  )
}

import { ButtonLink } from './button.tsx'

type PagerProps = {
  page: number
  pages: number
  /** Where a page is found, from the page that shows this. */
  addressOf: (page: number) => string
  className?: string
}

/** The page before, the one that is shown and the page after; nothing for a list of one page. Pages count from 1. */
export function Pager({ page, pages, addressOf, className = 'mt-6' }: PagerProps) {
  if (pages <= 1) return null
  return (
    <nav aria-label="Páginas" className={`${className} flex items-center justify-between gap-4`}>
      {page > 1 ? (
        <ButtonLink variant="secondary" to={addressOf(page - 1)}>
          Anterior
        </ButtonLink>
      ) : (
        <span />
      )}
      <span className="text-md text-muted tabular-nums">{`Página ${page} de ${pages}`}</span>
      {page < pages ? (
        <ButtonLink variant="secondary" to={addressOf(page + 1)}>
          Siguiente
        </ButtonLink>
      ) : (
        <span />
      )}
    </nav>
  )
}

import { Link } from 'react-router'
import { classNames } from '#app/kit/ui/class-names.ts'

type PaginationProps = { page: number; pages: number; addressOf: (page: number) => string }

/** Links to the other pages of a list with several. */
export default function Pagination({ page, pages, addressOf }: PaginationProps) {
  const near = Array.from({ length: pages }, (_, index) => index + 1).filter(
    number => number === 1 || number === pages || Math.abs(number - page) <= 1,
  )
  return (
    <nav aria-label="Páginas" className="mt-10 flex items-center justify-center gap-1 text-md tabular-nums">
      {page > 1 && (
        <Link to={addressOf(page - 1)} rel="prev" className={step}>
          Anterior
        </Link>
      )}
      {near.map((number, index) => (
        <span key={number} className="flex items-center gap-1">
          {index > 0 && number - (near[index - 1] ?? number) > 1 && <span className="text-muted">…</span>}
          <Link
            to={addressOf(number)}
            aria-label={`Página ${number}`}
            aria-current={number === page ? 'page' : undefined}
            className={classNames(step, number === page && 'bg-ink text-paper hover:bg-ink')}
          >
            {number}
          </Link>
        </span>
      ))}
      {page < pages && (
        <Link to={addressOf(page + 1)} rel="next" className={step}>
          Siguiente
        </Link>
      )}
    </nav>
  )
}

const step = 'inline-flex min-h-11 min-w-11 items-center justify-center rounded-md px-3 hover:bg-ink/6'

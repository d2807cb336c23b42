import { Link } from 'react-router'
import { classNames } from './class-names.ts'

export type Crumb = { label: string; to?: string | undefined }

/** The way here. The last crumb is this page and needs no `to`. */
export function Breadcrumbs({ items, className }: { items: ReadonlyArray<Crumb>; className?: string | undefined }) {
  return (
    <nav aria-label="Ruta" className={classNames('text-sm text-muted print:hidden', className)}>
      <ol className="flex flex-wrap items-center">
        {items.map((crumb, index) => (
          <li key={crumb.to ?? crumb.label} className="flex items-center">
            {index > 0 && (
              <span aria-hidden="true" className="px-2 text-control">
                /
              </span>
            )}
            {crumb.to === undefined ? (
              <span aria-current="page" className="py-1 text-ink">
                {crumb.label}
              </span>
            ) : (
              <Link
                to={crumb.to}
                className="inline-flex min-h-6 items-center py-1 underline-offset-4 hover:text-copper hover:underline"
              >
                {crumb.label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

import { Link } from 'react-router'
import { AUDIT_FILTERS } from '#app/features/audit/audit.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import type { HistoryEntry } from './audit.ts'

/** Entries that a page shows; the log has all of them. */
export const HISTORY_SHOWN = 10

type ChangeHistoryProps = {
  entries: readonly HistoryEntry[]
  /** The entity's name in the log. */
  entity: string
  id: string
}

/** The history of one object: author, time and changes. Collapsed at first, because it is seldom needed. */
export function ChangeHistory({ entries, entity, id }: ChangeHistoryProps) {
  if (entries.length === 0) return null
  const all = new URLSearchParams({ [AUDIT_FILTERS.entity]: entity, search: id, periodo: 'todo' })
  return (
    <details className="w-full">
      <summary className="inline-flex min-h-11 items-center text-md font-medium text-copper">Historial</summary>
      <ol className="mt-1 grid gap-4">
        {entries.map(entry => (
          <li key={entry.number} className="border-t border-line pt-3 text-md">
            <p className="flex flex-wrap gap-x-3">
              <Link
                to={`/admin/audit/${entry.number}`}
                className="inline-flex items-center font-medium text-copper underline-offset-4 hover:underline pointer-coarse:min-h-11"
              >
                {entry.what}
              </Link>
              <span className="text-muted tabular-nums">{`${formatDateTime(entry.at)}, ${entry.by}`}</span>
            </p>
            {entry.changes.length > 0 && (
              <dl className="mt-1 grid gap-1 text-sm">
                {entry.changes.map(({ field, before, after }) => (
                  <div key={field} className="flex flex-wrap gap-x-2">
                    <dt className="text-muted">{`${field}:`}</dt>
                    <dd className="line-clamp-3 min-w-0 wrap-anywhere">
                      <del className="text-muted decoration-1">{before || 'original'}</del>{' '}
                      <ins className="no-underline">{after || 'original'}</ins>
                    </dd>
                  </div>
                ))}
              </dl>
            )}
            {entry.more > 0 && (
              <p className="mt-1 text-sm text-muted">{`y ${countOf(entry.more, 'campo más', 'campos más')}`}</p>
            )}
          </li>
        ))}
      </ol>
      <p className="mt-4">
        <Link
          to={`/admin/audit?${all}`}
          className="inline-flex min-h-11 items-center text-md text-copper underline underline-offset-4"
        >
          Ver todo en Auditoría
        </Link>
      </p>
    </details>
  )
}

import { Link } from 'react-router'
import type { ConsolidatedReport } from '#app/features/results/consolidated/consolidated.ts'
import { atShown } from '#app/features/results/shown.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'

/** The published rounds of a confidential item, where there are several. */
export function RoundLinks({ report: { item, rounds, round: shown, chosen } }: { report: ConsolidatedReport }) {
  if (rounds.length < 2) return null
  return (
    <nav aria-label="Rondas" className="print:hidden">
      <ul className="flex flex-wrap gap-x-6 gap-y-2 text-md">
        {rounds.map(({ number, closed_at, people }) => (
          <li key={number}>
            <Link
              to={atShown(`/account/items/${item.id}/results`, { round: number, base: chosen })}
              aria-current={number === shown ? 'page' : undefined}
              className="inline-flex min-h-11 items-center text-copper underline underline-offset-4 aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:no-underline"
            >
              {`Ronda ${number}, ${formatDate(closed_at)}: ${countOf(people, 'persona', 'personas')}`}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

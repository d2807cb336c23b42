import { Link } from 'react-router'
import { organisationPath } from '#app/features/organisations/organisations.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import {
  AGREEMENT,
  BENCHMARK_ANCHOR,
  type Benchmark,
  legendText,
  missingText,
  quartilesAt,
  sectionRange,
} from './benchmark.ts'

const at = (level: number): string => `${Math.min(100, Math.max(0, (100 * level) / 5))}%`

type SectorRangeProps = {
  benchmark: Benchmark | null | undefined
  /** From 1. */
  section: number
  /** The own level; null without one. */
  level: number | null
}

/** Where the middle half of other organisations is, from 0 to 5, with the own level as a ring; nothing where there are no figures. */
export function SectorRange({ benchmark, section, level }: SectorRangeProps) {
  const found = quartilesAt(benchmark, section)
  if (!found) return null
  const { q1, median, q3 } = found
  return (
    <div className="mt-2">
      <div aria-hidden="true" data-exact-colour className="relative h-3">
        <span className="absolute inset-x-0 top-[0.3125rem] h-0.5 bg-line" />
        <span
          className="absolute inset-y-0.5 min-w-1 rounded-xs border border-ink bg-line"
          style={{ left: at(q1), width: `${(100 * (q3 - q1)) / 5}%` }}
        />
        <span className="absolute inset-y-0.5 w-0.5 -translate-x-1/2 bg-ink" style={{ left: at(median) }} />
        {level !== null && (
          <span
            className="absolute top-0 size-3 -translate-x-1/2 rounded-full border-[1.5px] border-ink bg-surface"
            style={{ left: at(level) }}
          />
        )}
      </div>
      <p className="mt-1 text-sm text-muted tabular-nums">
        <span>{sectionRange(benchmark, section)}</span>
        <span className="sr-only">{`. Primer cuartil ${formatLevel(q1)}, mediana ${formatLevel(median)}, tercer cuartil ${formatLevel(q3)}; tu nivel ${formatLevel(level)}`}</span>
      </p>
    </div>
  )
}

/** What the ranges are, what is missing before there are any, or the offer to take part. */
export function BenchmarkNote({ benchmark }: { benchmark: Benchmark | null | undefined }) {
  if (!benchmark) return null
  if (benchmark.state === 'offer') {
    return (
      <p className="mt-7 max-w-prose text-sm text-muted print:hidden">
        <span>{AGREEMENT}</span>{' '}
        <Link
          to={`${organisationPath(benchmark.organisation)}#${BENCHMARK_ANCHOR}`}
          className="text-copper underline underline-offset-4"
        >
          Comparar con mi sector
        </Link>
      </p>
    )
  }
  return (
    <p className="mt-7 max-w-prose text-sm text-muted tabular-nums">
      {benchmark.state === 'shown' ? `${legendText(benchmark)} El círculo es tu nivel.` : missingText(benchmark)}
    </p>
  )
}

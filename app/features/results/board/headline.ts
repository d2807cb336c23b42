import { type Change, direction, type SectionChange } from '#app/features/results/change/change.ts'
import type { Comparison } from '#app/features/results/change/comparison.ts'
import type { ConsolidatedFigures } from '#app/features/results/consolidated/consolidated.ts'
import { GROUP_MIN } from '#app/features/results/consolidated/tallies.ts'
import { countOf } from '#app/kernel/format.ts'
import { rounded } from '#app/kernel/rounding.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'

/** The least difference of two groups that a headline speaks of, in levels. */
const LEAST_GAP = 1

export type Headlined = {
  figures: Pick<ConsolidatedFigures, 'overall' | 'sections' | 'areas' | 'positions' | 'priorities'>
  comparison: Pick<Comparison, 'overall' | 'sections' | 'baseline'> | null
  /** When what is shown was measured. */
  measuredAt: Date
}

/**
 * What a board should take away, in one sentence without its end: a clear change since the last measurement; else the largest difference of
 * at least one level between two groups; else what comes first.
 */
export function writeHeadline({ figures, comparison, measuredAt }: Headlined): string {
  const { overall, priorities, sections } = figures
  if (overall.mean === null) return 'Todavía no hay niveles: las respuestas son «No sé / lo desconozco» o faltan'
  const change = comparison && clearChange(comparison)
  if (change) {
    const { area, before, now } = change
    const span = spanText(comparison.baseline.measured_at, measuredAt)
    return `${area ? `${area}, de` : 'De'} ${formatLevel(before)} a ${formatLevel(now)} en ${span}; ${outlook(figures, area)}`
  }
  const gap = largestGap(figures)
  if (gap) {
    return gapText(gap)
  }
  const [first] = priorities
  if (first) {
    return `Lo primero es ${first.area}: está en ${formatLevel(first.mean)}, a ${formatLevel(first.distance)} de su objetivo`
  }
  const known = sections.filter(({ mean }) => mean !== null)
  return `El nivel general es ${formatLevel(overall.mean)}, y ${known.length === 1 ? 'su única área alcanza' : 'todas sus áreas alcanzan'} su objetivo`
}

/** What comes next after a change. @param changed the area that it is of */
function outlook({ priorities }: Headlined['figures'], changed: string | undefined): string {
  const [first] = priorities
  if (!first) return 'todas las áreas alcanzan su objetivo'
  return `${first.area === changed ? 'sigue' : `${first.area} sigue`} ${formatLevel(first.distance)} bajo su objetivo`
}

type ClearChange = Change & { area?: string }

/** Of the general level; else the largest of an area. */
function clearChange({ overall, sections }: Pick<Comparison, 'overall' | 'sections'>): ClearChange | undefined {
  if (overall && isClear(overall)) return overall
  const clear: readonly SectionChange[] = sections.filter(isClear)
  return clear.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change))[0]
}

const isClear = (change: Change): boolean => ['up', 'down'].includes(direction(change) ?? '')

type Shown = { name: string; mean: number }
export type Gap = { high: Shown; low: Shown; column: string; levels: number }

/**
 * Between two groups of the same kind, in one area or in general: of equal ones the general level's, then that of areas of the organisation.
 * Groups of fewer than five people say too much of each of them, also where a page shows them. @param only the area to look at
 */
export function largestGap({ areas, positions, sections }: Headlined['figures'], only?: string): Gap | undefined {
  const columns = ['el nivel general', ...sections.map(({ title }) => title)]
  const gaps = [areas, positions].flatMap(({ groups }) =>
    columns.flatMap((column, at) => {
      if (only !== undefined && column !== only) return []
      const shown = groups
        .filter(({ people }) => people >= GROUP_MIN)
        .flatMap(({ name, overall, sections: scores }) => {
          const mean = (at === 0 ? overall : scores[at - 1])?.mean ?? null
          return mean === null ? [] : [{ name, mean }]
        })
        .toSorted((a, b) => b.mean - a.mean)
      const [high, low] = [shown.at(0), shown.at(-1)]
      // Of levels as they are shown, so that a reader can check it.
      return high && low
        ? [{ high, low, column, levels: rounded(rounded(high.mean, 1) - rounded(low.mean, 1), 1) }]
        : []
    }),
  )
  return gaps.filter(({ levels }) => levels >= LEAST_GAP).toSorted((a, b) => b.levels - a.levels)[0]
}

/** 'Tecnología y Comercial ven distinto Calidad de Datos: 3,2 y 1,9'. */
export const gapText = ({ high, low, column }: Gap): string =>
  `${high.name} y ${low.name} ven distinto ${column}: ${formatLevel(high.mean)} y ${formatLevel(low.mean)}`

/** Milliseconds of a day, and days of a month. */
const DAY = 86_400_000
const MONTH = 365.25 / 12

/** How long it took, as one says it: 'tres semanas' is '3 semanas', eleven to thirteen months are 'un año'. */
export function spanText(from: Date, until: Date): string {
  const days = Math.max(1, Math.round((until.getTime() - from.getTime()) / DAY))
  const months = Math.round(days / MONTH)
  if (days < 14) return countOf(days, 'día', 'días')
  if (months < 2) return countOf(Math.round(days / 7), 'semana', 'semanas')
  if (months < 11) return countOf(months, 'mes', 'meses')
  if (months <= 13) return 'un año'
  return months < 24 ? countOf(months, 'mes', 'meses') : countOf(Math.round(months / 12), 'año', 'años')
}

import { formatDate } from '#app/kernel/dates.ts'
import { formatInteger } from '#app/kernel/format.ts'
import type { ResultMode } from '#app/platform/database/values.ts'
import type { ShownLevel } from './change.ts'
import { type Baseline, baselineKey, type Comparison } from './comparison.ts'

/** Measurements that a trend has at most, the newest ones. */
export const MOST_MEASUREMENTS = 6

/** Two measurements are a comparison. */
export const LEAST_MEASUREMENTS = 3

/** A measurement of a trend, with the figures of its own page. */
export type Measurement = {
  order_number: string
  /** The round, or all of them, of a confidential purchase. */
  round: number | 'all' | null
  mode: ResultMode
  measured_at: Date
  people: number
  overall: ShownLevel
  /** By area, in the order of the trend's. */
  sections: readonly ShownLevel[]
}

/** How the areas of one questionnaire went over the purchases of one holder. */
export type Trend = { areas: readonly string[]; measurements: readonly Measurement[] }

/**
 * The earlier measurements of a trend, the newest first: one of each purchase, of a confidential one the round of most people.
 * `comparedItems` finds the same purchases.
 */
export function trendBaselines(baselines: readonly Baseline[]): Baseline[] {
  const best = new Map<string, Baseline>()
  const newestFirst = baselines.toSorted(
    (a, b) => b.measured_at.getTime() - a.measured_at.getTime() || (baselineKey(a) < baselineKey(b) ? -1 : 1),
  )
  for (const each of newestFirst) {
    const known = best.get(each.order_item_id)
    if (!known || each.people > known.people) best.set(each.order_item_id, each)
  }
  return newestFirst.filter(each => best.get(each.order_item_id) === each).slice(0, MOST_MEASUREMENTS - 1)
}

/** What stands beside a purchase's figures of earlier ones. */
export type Compared = {
  /** What it can be compared with, the best first. */
  baselines: Baseline[]
  /** The key of the one that was asked for; null: the first. */
  selected: string | null
  comparison: Comparison | null
  /** With the measurements before it, where it was requested and there are enough. */
  trend?: Trend | null
}

export const TREND_TITLE = 'Tendencia'

const WITH_ROUNDS = ' De una compra confidencial anterior cuenta su ronda con más personas.'

/** What the figures are, and how far they go. */
export const trendText = ({ measurements }: Trend): string =>
  `Las ${measurements.length} mediciones ${measurements.length === MOST_MEASUREMENTS ? 'más recientes ' : ''}con este cuestionario, cada una con todas sus personas y las cifras de su propia página.${
    measurements.some(({ mode }) => mode === 'confidential') ? WITH_ROUNDS : ''
  } Una diferencia pequeña puede ser azar: la comparación de dos mediciones dice cuál es clara.`

/** Where an area, or all of them, asked something else. */
export const OTHER_QUESTIONS = 'otras preguntas'

type TrendRow = { name: string; cells: readonly string[] }

/** The people, the general level and the areas of each measurement. */
export const trendRows = ({ areas, measurements }: Trend): TrendRow[] => [
  { name: 'Personas', cells: measurements.map(({ people }) => formatInteger(people)) },
  { name: 'Nivel general', cells: measurements.map(({ overall }) => overall.text) },
  ...areas.map((name, at) => ({ name, cells: measurements.map(({ sections }) => sections[at]?.text ?? '') })),
]

/** The general level as a line, and what it shows in words; null where fewer than two measurements have one. */
export function trendLine({ measurements }: Trend) {
  const points = measurements.map(({ measured_at, overall }) => ({
    label: formatDate(measured_at),
    /** Month and year, for a phone. */
    short: formatDate(measured_at).slice(3),
    value: overall.mean,
    text: overall.text,
  }))
  if (points.filter(({ value }) => value !== null).length < 2) return null
  const said = points.map(({ label, text }) => `${label}, ${text}`)
  return { points, alt: `Línea del nivel general, de 1 a 5: ${said.join('; ')}.` }
}

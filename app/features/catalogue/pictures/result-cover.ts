import { MOST_NAMED } from './chart-parts.ts'
import { agreement, heat, slope } from './comparison-charts.ts'
import type { Chart } from './cover-shapes.ts'
import { bars, headline, radar } from './overview-charts.ts'
import { hashOf, sampleLevels } from './sample-levels.ts'

/** What the result of a product shows. */
export type ResultSample = {
  /** Names of its areas, as charts have them. */
  areas: readonly string[]
  /** The level that each should reach. */
  targets: readonly number[]
  /** The levels' names, lowest first. */
  levels: readonly string[]
  /** Whether several people answer it together. */
  forTeams: boolean
}

/** The fewest areas that a radar shows as a shape. */
const FEWEST_AREAS = 3

const TEAM_CHARTS = [agreement, slope, radar, headline, heat, bars] as const
/** For one person, who can't be compared with others. */
const OWN_CHARTS = [bars, slope, radar, headline, radar, bars] as const

/**
 * A product's sample result as a chart: the product's own areas with the levels that its page and its sample report show.
 * @param turn of the category, which begins with another chart than the next one.
 */
export function resultChart(slug: string, sample: ResultSample, turn: number): Chart {
  const hash = hashOf(slug)
  const levels = sampleLevels(slug, sample.areas.length)
  const areas = sample.areas.map((name, index) => ({
    name,
    level: levels[index] ?? 3,
    target: sample.targets[index] ?? 3,
  }))
  const charts = sample.forTeams ? TEAM_CHARTS : OWN_CHARTS
  const chosen = charts[((hash >>> 4) + turn) % charts.length] ?? bars
  const draw = areas.length < FEWEST_AREAS ? bars : areas.length > MOST_NAMED ? radar : chosen
  return draw({ areas, hash, words: sample.levels })
}

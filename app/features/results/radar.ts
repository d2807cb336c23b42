import { formatLevel } from '#app/kit/ui/format-level.ts'
import { shorten } from './files/document-parts.ts'
import type { ReportRadar } from './files/report-content.ts'

/** Maximum characters of an area's name in a chart: three lines round a radar. */
export const CHART_NAME_MAX = 40

/**
 * How charts call the areas that are called by their sections' titles everywhere else: without what stands in brackets, and cut at a word
 * where it is longer than a chart has room for. Names that would be the same get their number, because a chart tells its axes
 * apart by them.
 */
export function chartNames(sections: readonly { title: string }[]): string[] {
  const names = sections.map(({ title }) => shorten(withoutBrackets(title), CHART_NAME_MAX))
  return names.map((name, index) => (names.indexOf(name) === names.lastIndexOf(name) ? name : `${index + 1}. ${name}`))
}

/** The whole title where nothing else would be left. */
const withoutBrackets = (title: string): string => title.replaceAll(/\s*\([^()]*\)/g, '').trim() || title

type RadarArea = {
  title: string
  mean: number | null
  target: number
  /** Standard deviation; drawn as a band where every area with a level has one. */
  deviation?: number | null
  /** The level of an earlier measurement; drawn where every area has one. */
  before?: number | undefined
}

/** The radar of a report: each area's level, its target, and what else every area has. */
export function drawRadar(areas: readonly RadarArea[]): ReportRadar {
  const names = chartNames(areas)
  const hasBand = areas.every(({ mean, deviation }) => mean === null || typeof deviation === 'number')
  const before = areas.flatMap(area => (area.before === undefined ? [] : [area.before]))
  const levels = areas.map(
    ({ title, mean, target }) => `${title} ${formatLevel(mean)} (objetivo ${formatLevel(target)})`,
  )
  return {
    areas: areas.map(({ mean, target }, index) => ({
      name: names[index] ?? '',
      figure: formatLevel(mean),
      level: mean,
      target,
    })),
    band: hasBand
      ? areas.map(({ mean, deviation }) => ({
          low: (mean ?? 0) - (deviation ?? 0),
          high: (mean ?? 0) + (deviation ?? 0),
        }))
      : null,
    before: before.length === areas.length ? before : null,
    alt: `Radar de niveles de 0 a 5: ${levels.join('; ')}`,
  }
}

/** A radar of the levels alone, for a cover. */
export const coverRadar = (areas: readonly RadarArea[]): ReportRadar => ({
  ...drawRadar(areas),
  band: null,
  before: null,
})

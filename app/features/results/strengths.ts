import type { Level } from '#app/features/questionnaires/questionnaire.ts'

/** The lowest level that may be called a strength. */
const LOWEST = 3

type Measured = { mean: number | null; target: number }

/**
 * The areas that a report may call strengths, the best first: at level 3 or more, and above the target or the highest of
 * all. A low target that is passed makes no strength of a low level.
 */
export function strengthsOf<Area extends Measured>(areas: readonly Area[]): Area[] {
  const highest = Math.max(...areas.map(({ mean }) => mean ?? 0))
  return areas
    .filter(({ mean, target }) => mean !== null && mean >= LOWEST && (mean > target || mean === highest))
    .toSorted((a, b) => (b.mean ?? 0) - (a.mean ?? 0))
}

/** What stands where there is none. */
export function noStrengths(overall: number | null, levels: readonly Level[]): string {
  if (overall === null) return 'Todavía no hay respuestas con nivel.'
  const name = levels.find(({ level }) => level === LOWEST)?.name
  return `Ningún área llega todavía al nivel ${LOWEST}${name ? `, «${name}»` : ''}.`
}

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
  const tied = areas.filter(({ mean }) => mean === highest)
  // Where some of the highest reach their target and others don't, the latter are what to work on.
  const reaching = tied.filter(({ target }) => highest >= target)
  const first = reaching.length > 0 ? reaching : tied
  return areas
    .filter(area => area.mean !== null && area.mean >= LOWEST && (area.mean > area.target || first.includes(area)))
    .toSorted((a, b) => (b.mean ?? 0) - (a.mean ?? 0))
}

/** What stands where there is none. */
export function noStrengths(overall: number | null, levels: readonly Level[]): string {
  if (overall === null) return 'Todavía no hay respuestas con nivel.'
  const name = levels.find(({ level }) => level === LOWEST)?.name
  return `Ningún área llega todavía al nivel ${LOWEST}${name ? `, «${name}»` : ''}.`
}

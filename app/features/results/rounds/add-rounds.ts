import type { Sums } from '#app/features/results/consolidated/tallies.ts'
import type { FrozenTallies } from './cut-round.ts'
import { groupKey } from './reporting-groups.ts'

/** What the figures of all rounds together are. */
export const ALL_ROUNDS_TEXT =
  'Suma las cifras publicadas de cada ronda: nadie está en dos. Lo que en alguna aparece «sin detalle», aquí también. El nivel de un área junta el de cada ronda, sobre las preguntas que en ella tienen detalle.'

/**
 * All rounds of a confidential item together: nobody is in two of them. A figure is there only if every round shows it, so that what is left
 * of it without some rounds is what the others show. A question, area or group without detail in one round has none here. An area's and the
 * general level add up those of the rounds, each over the questions with detail in it.
 * @param rounds at least one, all of one version of the questionnaire.
 */
export function addRounds(rounds: readonly FrozenTallies[]): FrozenTallies {
  const [first] = rounds
  return {
    people: total(rounds.map(({ people }) => people)),
    overall: addSums(rounds.map(({ overall }) => overall)),
    sections: (first?.sections ?? []).map(({ section }) => ({
      section,
      ...addSums(rounds.map(({ sections }) => sections.find(row => row.section === section))),
    })),
    options: addOptions(rounds),
    groups: addGroups(rounds),
  }
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

const NOBODY: Sums = { scored: 0, sum: 0, squares: 0 }

/** Nobody's where a round shows none. */
function addSums(parts: readonly (Sums | undefined)[]): Sums {
  const shown = parts.flatMap(sums => (sums && sums.scored > 0 ? [sums] : []))
  if (shown.length < parts.length) return NOBODY
  return {
    scored: total(shown.map(({ scored }) => scored)),
    sum: total(shown.map(({ sum }) => sum)),
    squares: total(shown.map(({ squares }) => squares)),
  }
}

function addOptions(rounds: readonly FrozenTallies[]): FrozenTallies['options'] {
  const shown = rounds.map(({ options }) => new Set(options.map(({ field }) => field)))
  const everywhere = rounds.flatMap(({ options }) => options.filter(({ field }) => shown.every(has => has.has(field))))
  const counts = Map.groupBy(everywhere, ({ field, option }) => JSON.stringify([field, option]))
  return [...counts.values()].flatMap(([count, ...others]) =>
    count === undefined ? [] : [{ ...count, people: total([count, ...others].map(({ people }) => people)) }],
  )
}

/** Groups of every round, by the spelling of the last one. */
function addGroups(rounds: readonly FrozenTallies[]): FrozenTallies['groups'] {
  const cells = Map.groupBy(
    rounds.flatMap(({ groups }) => groups),
    ({ by, name, section }) => JSON.stringify([by, groupKey(name), section]),
  )
  return [...cells.values()].flatMap(parts => {
    const last = parts.at(-1)
    if (last === undefined || parts.length < rounds.length) return []
    return [{ ...last, people: total(parts.map(({ people }) => people)), ...addSums(parts) }]
  })
}

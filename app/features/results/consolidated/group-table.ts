import { jobRoleText } from '#app/features/accesses/accesses.ts'
import { isKnownFact, type Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { type Score, scoreMean } from '#app/features/results/scoring.ts'
import { compareTexts } from '#app/kernel/spanish-order.ts'
import type { ResultMode } from '#app/platform/database/values.ts'
import { shareBetween, shareOfSums } from './agreement.ts'
import { GROUPINGS } from './groupings.ts'
import { GROUP_MIN, isInEveryVersion, meanOfSums, type Sums, type Tallies } from './tallies.ts'

export type GroupRow = {
  name: string
  people: number
  overall: Score
  /** In the order of the sections; a mean is null where nobody (confidential: fewer than five) has a level. */
  sections: Score[]
}

/** Results by area of the organisation or by position. */
export type GroupTable = {
  by: keyof typeof GROUPINGS
  /** The largest first. */
  groups: GroupRow[]
  /**
   * Of a confidential item, everybody who is in none of the groups, as one row: what the total without them is. Null where groups are
   * everybody, and where there are none.
   */
  rest: GroupRow | null
  /** People who are part of the total and of no group shown. */
  others: number
  /** Whether groups are left out because they are smaller than who reads this may see. */
  hidesSmall?: true
  /** η² of the general level and then of each section; null where it can't be told (see `shareBetween`). */
  between: (number | null)[]
}

type Counted = {
  questionnaire: Questionnaire
  tallies: Tallies
  mode: ResultMode
  /** The deviations that are shown over all people: of the general level and then of each section. */
  deviations: readonly (number | null)[]
  /** Whether areas are shown by the groups that the buyer defined. */
  grouped: boolean
}

/** All rows that are shown: the groups, then everybody else. */
export const shownRows = ({ groups, rest }: Pick<GroupTable, 'groups' | 'rest'>): GroupRow[] =>
  rest ? [...groups, rest] : groups

/** One row per group that has a name, with its mean in every section. */
export function groupTable(by: 'area' | 'position', counted: Counted): GroupTable {
  const { questionnaire, tallies, mode, deviations, grouped } = counted
  const score = (sums: Sums | undefined): Score =>
    scoreMean(sums && (mode === 'nominative' || sums.scored >= GROUP_MIN) ? meanOfSums(sums) : null)
  const stored = tallies.groups.filter(group => group.by === by && isKnownFact(group.name))
  const groups = [...Map.groupBy(stored, group => group.name)].map(([name, sums]): GroupRow => {
    const of = (section: number) => score(sums.find(row => row.section === section))
    return {
      name: by === 'position' ? jobRoleText(name) : name,
      people: sums[0]?.people ?? 0,
      overall: of(0),
      sections: questionnaire.sections.map(section =>
        mode === 'nominative' || isInEveryVersion(tallies, section) ? of(section.id) : scoreMean(null),
      ),
    }
  })
  const others = tallies.people - groups.reduce((sum, { people }) => sum + people, 0)
  const numbers = [0, ...questionnaire.sections.map(({ id }) => id)]
  const kind = by === 'area' && grouped ? 'reporting_group' : by
  return {
    by: kind,
    rest:
      mode === 'nominative' || others === 0 || groups.length === 0
        ? null
        : {
            name: GROUPINGS[kind].rest,
            people: others,
            overall: score(sumsOfRest(tallies.overall, stored, 0)),
            sections: questionnaire.sections.map(({ id }) =>
              score(sumsOfRest(tallies.sections.find(({ section }) => section === id) ?? NOBODY, stored, id)),
            ),
          },
    groups: groups.toSorted((a, b) => b.people - a.people || compareTexts(a.name, b.name)),
    others,
    between: numbers.map((section, at) =>
      mode === 'nominative'
        ? shareOfSums(stored.filter(row => row.section === section && row.scored >= GROUP_MIN))
        : others === 0
          ? shareOfShown(groups, at, deviations[at] ?? null)
          : null,
    ),
  }
}

const NOBODY: Sums = { scored: 0, sum: 0, squares: 0 }

/**
 * What the groups leave of the total: a sum of whole blocks, which anybody can compute from the other rows. Nobody's where a group has no
 * detail, because then the total is not the groups' and the rest's.
 */
function sumsOfRest(all: Sums, groups: Tallies['groups'], section: number): Sums {
  const own = groups.filter(row => row.section === section)
  if (own.length === 0 || own.some(({ scored }) => scored === 0)) return NOBODY
  const without = (of: (sums: Sums) => number) => own.reduce((left, sums) => left - of(sums), of(all))
  return {
    scored: without(sums => sums.scored),
    // Whole levels divided by few questions: the subtraction's error is far below what rounding could show.
    sum: Number(without(sums => sums.sum).toFixed(9)),
    squares: without(sums => sums.squares),
  }
}

/**
 * Below this deviation the rounding of what is shown could turn 'between' into 'within': a shown mean is up to 0.05 above the exact one and
 * 0.1 below it, which moves the root of η² by at most 0.075 / deviation, and the bounds of `placeDifference` are 0.33 apart there.
 */
const LEAST_DEVIATION = 0.25

/**
 * η² of a confidential item. It is made of the figures that are shown, rounded as they are shown, so that it tells nothing that they don't:
 * of the groups' means and sizes and the deviation of the whole, where the groups are the whole.
 * @param at 0 the general level, from 1 the sections in their order.
 */
function shareOfShown(groups: readonly GroupRow[], at: number, deviation: number | null): number | null {
  if (deviation === null || deviation < LEAST_DEVIATION) return null
  const shown = groups.flatMap(({ people, overall, sections }) => {
    const mean = (at === 0 ? overall : sections[at - 1])?.mean ?? null
    return mean === null ? [] : [{ people, mean }]
  })
  return shown.length === groups.length ? shareBetween(shown, deviation ** 2) : null
}

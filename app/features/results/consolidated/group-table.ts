import { jobRoleText } from '#app/features/accesses/accesses.ts'
import type { Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { type Score, scoreMean } from '#app/features/results/scoring.ts'
import { compareTexts } from '#app/kernel/spanish-order.ts'
import type { ResultMode } from '#app/platform/database/values.ts'
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
  /** The largest first. */
  groups: GroupRow[]
  /** People who are part of the total and of no group shown. */
  others: number
}

/** One row per group, with its mean in every section. */
export function groupTable(
  by: 'area' | 'position',
  questionnaire: Questionnaire,
  tallies: Tallies,
  mode: ResultMode,
): GroupTable {
  const score = (sums: Sums | undefined): Score =>
    scoreMean(sums && (mode === 'nominative' || sums.scored >= GROUP_MIN) ? meanOfSums(sums) : null)
  const rows = Map.groupBy(
    tallies.groups.filter(group => group.by === by),
    group => group.name,
  )
  const groups = [...rows].map(([name, sums]): GroupRow => {
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
  return {
    groups: groups.toSorted((a, b) => b.people - a.people || compareTexts(a.name, b.name)),
    others: tallies.people - groups.reduce((sum, { people }) => sum + people, 0),
  }
}

import type { Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import type { ConsolidatedFigures } from '#app/features/results/consolidated/consolidated.ts'
import { meanOfSums, type Sums, type Tallies, variance } from '#app/features/results/consolidated/tallies.ts'
import { shownMean } from '#app/features/results/scoring.ts'
import type { ResultMode } from '#app/platform/database/values.ts'
import { type Change, type ChangeMethod, type SectionChange, shownChange } from './change.ts'
import type { Baseline, Comparison } from './comparison.ts'
import { type Group, pairedInterval, welchInterval } from './measure-change.server.ts'

/** The people who answered two nominative items, of a section or of the general level (0), as the database sums them. */
export type PairedSums = {
  section: number
  people: number
  before_sum: number
  now_sum: number
  /** Of each one's later level less the earlier one. */
  change_sum: number
  change_squares: number
  up: number
  down: number
}

/** A purchase's results, and what they were written from. */
export type Measured = {
  questionnaire: Questionnaire
  figures: ConsolidatedFigures
  tallies: Pick<Tallies, 'overall' | 'sections'>
  mode: ResultMode
}

/**
 * The change since an earlier measurement, by area and in the general level. Levels have one decimal and a difference is that of the shown
 * figures, so that a reader can check it. Of a confidential purchase nothing is used but what is shown of it.
 * @param pairs of both, where both are nominative
 */
export function compare(
  own: Measured,
  earlier: Measured & { baseline: Baseline },
  pairs: readonly PairedSums[],
): Comparison {
  const baseline = { ...earlier.baseline, people: earlier.figures.people }
  const method = methodOf(own, earlier, baseline)
  const changeOf = (section: number): Change | null =>
    method === 'paired'
      ? pairedChange(pairs.find(each => each.section === section))
      : independentChange(groupOf(earlier, section), groupOf(own, section))
  const sections = own.figures.sections.flatMap(({ id, title }): SectionChange[] => {
    const found = isComparable(own.questionnaire, earlier.questionnaire, id) ? changeOf(id) : null
    return found ? [{ area: title, ...found }] : []
  })
  const whole = sections.length === own.figures.sections.length
  return { baseline, method, sections, overall: whole ? changeOf(0) : null }
}

/** Whether the section of a number has the same questions in both. */
export const isComparable = (questionnaire: Questionnaire, other: Questionnaire, id: number): boolean =>
  joinFields(questionnaire, id) === joinFields(other, id)

const joinFields = (questionnaire: Questionnaire, id: number): string =>
  (questionnaire.sections.find(section => section.id === id)?.questions ?? [])
    .map(({ field }) => field)
    .toSorted()
    .join()

/** People are paired where at least half of the smaller measurement answered both; two of forty say little of the forty. */
function methodOf(own: Measured, earlier: Measured, { common }: Baseline): ChangeMethod {
  if (own.mode === 'confidential' || earlier.mode === 'confidential') return 'shown'
  const isSamePeople =
    common !== null && common >= 2 && 2 * common >= Math.min(own.figures.people, earlier.figures.people)
  return isSamePeople ? 'paired' : 'independent'
}

function pairedChange(sums: PairedSums | undefined): Change | null {
  if (!sums || sums.people === 0) return null
  const { people, up, down } = sums
  const [before, now] = [shownMean(sums.before_sum / people), shownMean(sums.now_sum / people)]
  return {
    before,
    now,
    change: shownChange(before, now),
    interval: pairedInterval({ scored: people, sum: sums.change_sum, squares: sums.change_squares }),
    pairs: { people, up, down, same: people - up - down },
  }
}

/** What is known of a measurement's people in a section; `group` is null where their variance isn't. */
type Known = { mean: number; group: Group | null }

function independentChange(before: Known | null, now: Known | null): Change | null {
  if (!before || !now) return null
  return {
    before: before.mean,
    now: now.mean,
    change: shownChange(before.mean, now.mean),
    interval: before.group && now.group && welchInterval(before.group, now.group),
    pairs: null,
  }
}

const NOBODY: Sums = { scored: 0, sum: 0, squares: 0 }

/** A nominative measurement's exact figures, and the shown ones of a confidential one. */
function groupOf({ figures, tallies, mode }: Measured, section: number): Known | null {
  const shown = section === 0 ? figures.overall : figures.sections.find(({ id }) => id === section)
  if (!shown || shown.mean === null) return null
  const { mean, deviation, people } = shown
  if (mode === 'confidential') {
    return { mean, group: deviation === null ? null : { people, mean, variance: deviation ** 2 } }
  }
  const sums = section === 0 ? tallies.overall : (tallies.sections.find(each => each.section === section) ?? NOBODY)
  const [exact, squared] = [meanOfSums(sums), variance(sums)]
  return {
    mean,
    group: exact === null || squared === null ? null : { people: sums.scored, mean: exact, variance: squared },
  }
}

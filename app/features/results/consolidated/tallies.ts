import { LEAST_PEOPLE } from '#app/features/accesses/result-modes.ts'
import type { Theme } from '#app/features/results/themes/theme.ts'

/** Minimum of different people in a group of a confidential item (spec D18). */
export const GROUP_MIN = LEAST_PEOPLE
/** Where groups are left out of what is read by a link. */
export const SMALL_HIDDEN = `Los grupos de menos de ${GROUP_MIN} personas no se muestran.`
/** Instead of a figure that would show each person's answer, as where all people agree. */
export const NO_DETAIL = 'sin detalle'
/** Sums that mean and spread follow from: over people, of each person's own mean. */
export type Sums = {
  /** With a level in it. */
  scored: number
  sum: number
  squares: number
}

/** The database's counts over the included people. */
export type Tallies = {
  people: number
  overall: Sums
  /** By the section's number. */
  sections: readonly (Sums & { section: number })[]
  /**
   * Number of people whose version has a closed question, where they answered several versions; questions that are
   * missing here are in all versions.
   */
  respondents?: ReadonlyMap<string, number> | undefined
  /** People per selected option (1 to 6) of a closed question. */
  options: readonly { field: string; option: number; people: number }[]
  /**
   * People who answered a closed question with level 4 or 5 and gave evidence, where anybody did; published rounds have none, because
   * confidential answers have no evidence.
   */
  evidence?: readonly { field: string; people: number }[] | undefined
  /** Whether areas are counted by the groups that the buyer defined of them. */
  grouped?: boolean | undefined
  /** One row per group and section; section 0 is the overall mean. People without a group shown are in none. */
  groups: readonly (Sums & { by: 'area' | 'position'; name: string; section: number; people: number })[]
  /** Open answers without names, in an order that does not identify their authors. */
  texts: readonly {
    field: string
    text: string /** The field's total, where the list is cut. */
    total?: number
  }[]
  /** Themes of the texts of each question, where they were asked for. */
  themes?: ReadonlyMap<string, readonly Theme[]> | undefined
}

/** Mean of the people's means; null when nobody has a level. */
export const meanOfSums = ({ scored, sum }: Sums): number | null => (scored === 0 ? null : sum / scored)

/**
 * How far people are from their mean, squared: the variance of the population (divided by n), because these are all the people who
 * answered and no sample of others. Null where nobody has a level.
 */
export const variance = ({ scored, sum, squares }: Sums): number | null =>
  scored === 0 ? null : Math.max(0, scored * squares - sum * sum) / (scored * scored)

/** The standard deviation: the root of the variance. */
export function standardDeviation(sums: Sums): number | null {
  const squared = variance(sums)
  return squared === null ? null : Math.sqrt(squared)
}

/** The variance of levels 1 to 5 picked at random: (5² − 1) / 12. */
const RANDOM_VARIANCE = 2

/**
 * How much people agree on one question, r_WG = 1 − s²/2: 1 where all have the same level, 0 where they are spread as if each had picked a
 * level at random, or more. James, L. R., Demaree, R. G. and Wolf, G. (1984), 'Estimating within-group interrater reliability with and
 * without response bias', Journal of Applied Psychology 69(1), 85–98, with the uniform null distribution of five levels. s² is the
 * variance of the population, as everywhere here (see `variance`). What would be negative is 0, as the authors advise.
 * @returns null where nobody has a level. Whole levels give the double that is nearest to the quotient, so that comparing with a bound such
 * as 0.3 is exact.
 */
export function withinGroupAgreement({ scored, sum, squares }: Sums): number | null {
  if (scored === 0) return null
  const random = RANDOM_VARIANCE * scored * scored
  return Math.max(0, random - (scored * squares - sum * sum)) / random
}

/** Sums over people of whom `people[value]` have that value: an option's counts as sums. */
export const sumsOfCounts = (counts: readonly { option: number; people: number }[]): Sums => ({
  scored: counts.reduce((total, { people }) => total + people, 0),
  sum: counts.reduce((total, { option, people }) => total + option * people, 0),
  squares: counts.reduce((total, { option, people }) => total + option * option * people, 0),
})

/** How many of the counted people have a question in their version. */
export const askedPeople = ({ respondents, people }: Pick<Tallies, 'respondents' | 'people'>, field: string): number =>
  respondents === undefined ? people : (respondents.get(field) ?? 0)

/**
 * Whether every counted person has a question of the section. In confidential items, sections that only some people
 * have are hidden, because a later difference would reveal the answers of a few.
 */
export const isInEveryVersion = (
  tallies: Pick<Tallies, 'respondents' | 'people'>,
  { questions }: { questions: readonly { field: string }[] },
): boolean => questions.some(({ field }) => askedPeople(tallies, field) === tallies.people)

import jstat from 'jstat'
import { shownFigure } from '#app/features/results/consolidated/agreement.ts'
import { type Sums, variance } from '#app/features/results/consolidated/tallies.ts'
import { rounded } from '#app/kernel/rounding.ts'
import type { Interval } from './change.ts'

const CONFIDENCE = 0.95

/** A group of people: how many, their mean, and their variance (the population's, as everywhere in the results). */
export type Group = { people: number; mean: number; variance: number }

/** The interval of a mean or difference, from its standard error. @param dof degrees of freedom */
function around(centre: number, error: number, dof: number): Interval {
  const reach = error === 0 ? 0 : jstat.studentt.inv((1 + CONFIDENCE) / 2, dof) * error
  // What floating point makes of 0 is on neither side of it.
  const bound = (value: number) => shownFigure(rounded(value, 6), Math.sign)
  return { low: bound(centre - reach), high: bound(centre + reach) }
}

/**
 * The 95% interval of the mean of paired differences: Student, 'The probable error of a mean', Biometrika 6 (1908).
 * @param differences over the people who answered both, of each one's later level less the earlier one. @returns null of fewer than two
 */
export function pairedInterval(differences: Sums): Interval | null {
  const { scored, sum } = differences
  const squared = variance(differences)
  if (scored < 2 || squared === null) return null
  return around(sum / scored, Math.sqrt(squared / (scored - 1)), scored - 1)
}

/**
 * The 95% interval of the difference of two groups' means, whose variances may differ: Welch, B. L., 'The generalization of "Student's"
 * problem when several different population variances are involved', Biometrika 34 (1947), with the degrees of freedom of Satterthwaite.
 * @returns null where a group has fewer than two people
 */
export function welchInterval(before: Group, now: Group): Interval | null {
  if (before.people < 2 || now.people < 2) return null
  // The squared standard error of a mean: the sample's variance by n is the population's by n − 1.
  const [a, b] = [before.variance / (before.people - 1), now.variance / (now.people - 1)]
  const dof = (a + b) ** 2 / (a ** 2 / (before.people - 1) + b ** 2 / (now.people - 1))
  return around(now.mean - before.mean, Math.sqrt(a + b), dof)
}

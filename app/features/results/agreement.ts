import type { Sums } from './consolidated/tallies.ts'

/** The variance of levels 1 to 5 picked at random: (5² − 1) / 12. */
const RANDOM_VARIANCE = 2

/**
 * How much people agree on one question, r_WG = 1 − s²/2: 1 where all have the same level, 0 where they are spread as if each had picked a
 * level at random, or more. James, L. R., Demaree, R. G. and Wolf, G. (1984), 'Estimating within-group interrater reliability with and
 * without response bias', Journal of Applied Psychology 69(1), 85–98, with the uniform null distribution of five levels. s² is the
 * variance of the population, as everywhere here (`variance` of consolidated/tallies.ts). What would be negative is 0, as the authors advise.
 * @returns null where nobody has a level. Whole levels give the double that is nearest to the quotient, so that comparing with a bound such
 * as 0.3 is exact.
 */
export function withinGroupAgreement({ scored, sum, squares }: Sums): number | null {
  if (scored === 0) return null
  const random = RANDOM_VARIANCE * scored * scored
  return Math.max(0, random - (scored * squares - sum * sum)) / random
}

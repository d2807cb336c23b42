import { rounded } from '#app/kernel/rounding.ts'

/** A quarter of the values lies below the first, half below the second and three quarters below the third; with one decimal. */
export type Quartiles = { q1: number; median: number; q3: number }

/**
 * The value below which a share of the values lies: type 7 of Hyndman, R. J. and Fan, Y. (1996), 'Sample quantiles in statistical packages',
 * The American Statistician 50(4), 361–365, as spreadsheets (CUARTIL.INC) have it. Between two values it is interpolated: of n values in order, from 0,
 * it is the one at place share × (n − 1).
 * @param values at least one, in any order
 * @param share 0 to 1
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = share * (sorted.length - 1)
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  if (below === undefined || above === undefined) throw new RangeError('A quantile of no values')
  return below + (place - Math.floor(place)) * (above - below)
}

/** The quartiles of levels, rounded to one decimal as levels are shown. */
export const quartilesOf = (levels: readonly number[]): Quartiles => ({
  q1: rounded(quantile(levels, 0.25), 1),
  median: rounded(quantile(levels, 0.5), 1),
  q3: rounded(quantile(levels, 0.75), 1),
})

/**
 * A sum such as 2.2 + 2.7 comes out a few 1e-16 beside itself, so that half a unit would be rounded down by chance. Means of
 * answers are fractions of small whole numbers: one that is not half a unit differs from it by far more than this.
 */
const TOLERANCE = 1e-9

/**
 * Rounded half away from zero, as people do by hand: 2.45 is 2.5 with one decimal, also where floating point has
 * 2.4499999999999997.
 * @param decimals how many are kept, 0 to 6.
 */
export function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals
  const units = Math.floor(Math.abs(value) * scale + 0.5 + TOLERANCE)
  return units === 0 ? 0 : (Math.sign(value) * units) / scale
}

/** A whole number that a mean reaches in full. 2.9999999999999996 is a 3 that floating point has missed. */
export const wholePart = (value: number): number => Math.floor(value + TOLERANCE)

/**
 * A part of a whole as a whole percentage, 0 of nothing. It is 100 only when nothing is missing and 0 only when there is
 * nothing: 249 of 250 are 99, 1 of 500 is 1.
 */
export function wholePercent(part: number, whole: number): number {
  if (whole === 0 || part === 0) return 0
  const percent = rounded((100 * part) / whole, 0)
  return part < whole ? Math.min(99, Math.max(1, percent)) : percent
}

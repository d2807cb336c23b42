/** Answers from which a person's pace is known. */
const ENOUGH = 5
/** Milliseconds: whoever takes longer for one question is doing something else. */
const LONGEST = 180_000

/**
 * The minutes that a person still needs, from the median time between their own answers; undefined until five of those times are
 * known, and when nothing is left.
 * @param times milliseconds between one answer and the next of this visit
 * @param left closed questions without an answer
 */
export function minutesLeft(times: readonly number[], left: number): number | undefined {
  const known = times.filter(time => time > 0 && time <= LONGEST).toSorted((a, b) => a - b)
  if (known.length < ENOUGH || left === 0) return undefined
  const middle = known.length / 2
  const median = ((known[Math.ceil(middle) - 1] ?? 0) + (known[Math.floor(middle)] ?? 0)) / 2
  return Math.max(1, Math.round((median * left) / 60_000))
}

import { expect, test } from 'vitest'
import { standardDeviation, sumsOfCounts, variance, withinGroupAgreement } from './tallies.ts'

/** The sums of people on levels 1 to 5. */
const sums = (...levels: number[]) => sumsOfCounts(levels.map((people, index) => ({ option: index + 1, people })))

test.each([
  ['one person', sums(0, 0, 0, 1, 0), 1],
  ['all on one level', sums(0, 7, 0, 0, 0), 1],
  ['one on each level, as if picked at random', sums(1, 1, 1, 1, 1), 0],
  ['half on each end, worse than at random', sums(5, 0, 0, 0, 5), 0],
  // 1 − 1.4/2 is 0.30000000000000004 in doubles.
  ['a variance of 1.4', sums(4, 4, 1, 0, 1), 0.3],
  ['a variance of 1', sums(0, 3, 0, 3, 0), 0.5],
  ['a variance of 0.56', sums(0, 2, 2, 1, 0), 0.72],
])('%s', (_, each, expected) => {
  expect(withinGroupAgreement(each)).toBe(expected)
})

test('nobody has no agreement', () => {
  expect(withinGroupAgreement(sums(0, 0, 0, 0, 0))).toBeNull()
})

test('it follows from the variance of the population, whose root is the deviation that is shown', () => {
  const each = sums(0, 2, 4, 1, 1)
  const mean = (2 * 2 + 3 * 4 + 4 + 5) / 8
  const squared = (2 * (2 - mean) ** 2 + 4 * (3 - mean) ** 2 + (4 - mean) ** 2 + (5 - mean) ** 2) / 8
  expect(variance(each)).toBeCloseTo(squared, 12)
  expect(standardDeviation(each)).toBeCloseTo(Math.sqrt(squared), 12)
  expect(withinGroupAgreement(each)).toBeCloseTo(1 - squared / 2, 12)
})

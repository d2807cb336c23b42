import { describe, expect, it } from 'vitest'
import { rounded, wholePart, wholePercent } from './rounding.ts'

describe('rounding', () => {
  it.each([
    [2.45, 1, 2.5],
    [2.4499999999999997, 1, 2.5],
    [2.4499, 1, 2.4],
    [(2.2 + 2.7) / 2, 1, 2.5],
    [(3.2 + 2.4 + 2.2 + 2) / 4, 1, 2.5],
    [1.005, 2, 1.01],
    [4.35, 1, 4.4],
    [-0.45, 1, -0.5],
    [-0.04, 1, 0],
    [0.5, 0, 1],
    [0, 1, 0],
  ])('%d with %i decimals is %d', (value, decimals, expected) => {
    expect(rounded(value, decimals)).toBe(expected)
  })

  it('rounds every mean of up to 60 answers as their exact sum and count do, in whatever order they are added', () => {
    const wrong: string[] = []
    for (let count = 1; count <= 60; count += 1) {
      for (let sum = count; sum <= 5 * count; sum += 1) {
        // Tenths, half up, in whole numbers: floor((20 sum + count) / (2 count)).
        const exact = Math.floor((20 * sum + count) / (2 * count)) / 10
        // The mean of two halves' means, as the mean of areas is made.
        const low = Math.floor(sum / 2)
        for (const mean of [sum / count, low / count + (sum - low) / count]) {
          if (rounded(mean, 1) !== exact) wrong.push(`${sum} / ${count}: ${rounded(mean, 1)} instead of ${exact}`)
        }
      }
    }
    expect(wrong).toEqual([])
  })

  it('takes a level that floating point has missed by nothing as reached', () => {
    expect([wholePart((8 / 3 + 10 / 3) / 2), wholePart(2.9999), wholePart(3)]).toEqual([3, 2, 3])
  })
})

it.each([
  [249, 250, 99],
  [1, 500, 1],
  [250, 250, 100],
  [0, 7, 0],
  [0, 0, 0],
  [1, 8, 13],
  [35, 40, 88],
])('%i of %i are %i percent', (part, whole, percent) => {
  expect(wholePercent(part, whole)).toBe(percent)
})

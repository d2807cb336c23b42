import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Sums } from '#app/features/results/consolidated/tallies.ts'
import { changeText, direction } from './change.ts'
import { pairedInterval, welchInterval } from './measure-change.server.ts'
import { quantileOfT } from './student.test-support.ts'

const sumsOf = (values: readonly number[]): Sums => ({
  scored: values.length,
  sum: values.reduce((sum, value) => sum + value, 0),
  squares: values.reduce((sum, value) => sum + value ** 2, 0),
})
const meanOf = (values: readonly number[]) => sumsOf(values).sum / values.length
/** The sample's variance, by n − 1. */
const sampleVariance = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + (value - meanOf(values)) ** 2, 0) / (values.length - 1)
const groupOf = (values: readonly number[]) => ({
  people: values.length,
  mean: meanOf(values),
  variance: (sampleVariance(values) * (values.length - 1)) / values.length,
})

// Hours of sleep that ten patients gained by two drugs: Student (1908), table I; R's data set `sleep`.
const FIRST = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
const SECOND = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]

describe('the 95% interval', () => {
  it('of paired differences is that of Student’s example: 0.7001 to 2.4599 by R', () => {
    const interval = pairedInterval(sumsOf(SECOND.map((value, at) => value - (FIRST[at] ?? 0))))
    expect(interval).toEqual({ low: 0.7, high: 2.46 })
  })

  it('of two groups is that of the same example by Welch: -0.2055 to 3.3655 with 17.776 degrees of freedom by R', () => {
    expect(welchInterval(groupOf(FIRST), groupOf(SECOND))).toEqual({ low: -0.21, high: 3.37 })
  })

  it('uses the t of the printed tables', () => {
    // Differences of 0 and 2 have a mean of 1 and a standard error of 1.
    expect(pairedInterval(sumsOf([0, 2]))).toEqual({ low: -11.71, high: 13.71 })
    const table = [
      [1, 12.706],
      [2, 4.303],
      [5, 2.571],
      [10, 2.228],
      [30, 2.042],
    ] as const
    for (const [dof, t] of table) expect(quantileOfT(0.975, dof)).toBeCloseTo(t, 3)
  })

  it('is none of fewer than two people, and has no width where all change alike', () => {
    expect(pairedInterval(sumsOf([1]))).toBeNull()
    expect(pairedInterval(sumsOf([]))).toBeNull()
    expect(welchInterval(groupOf([1, 2]), { people: 1, mean: 3, variance: 0 })).toBeNull()
    expect(pairedInterval(sumsOf([1 / 3, 1 / 3, 1 / 3]))).toEqual({ low: 0.33, high: 0.33 })
    expect(welchInterval(groupOf([2, 2]), groupOf([3, 3]))).toEqual({ low: 1, high: 1 })
  })

  it('has as many decimals as it takes to see on which side of 0 a bound is', () => {
    // A mean of 0.5 and a reach of 0.4966.
    const half = { scored: 8, sum: 4, squares: 4 * 0.5 + 7 * 8 * (0.4966 / quantileOfT(0.975, 7)) ** 2 }
    expect(pairedInterval(half)).toEqual({ low: 0.003, high: 1 })
  })

  const levels = fc.array(
    fc.integer({ min: 4, max: 20 }).map(quarters => quarters / 4),
    { minLength: 2, maxLength: 40 },
  )

  it('is what two-pass formulas and a quantile by numerical integration give', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(levels, levels, (before, now) => {
        const both = Math.min(before.length, now.length)
        const differences = Array.from({ length: both }, (_, at) => (now[at] ?? 0) - (before[at] ?? 0))
        const paired = pairedInterval(sumsOf(differences))
        const reach = quantileOfT(0.975, both - 1) * Math.sqrt(sampleVariance(differences) / both)
        expect(paired?.low).toBeCloseTo(meanOf(differences) - reach, 1)
        expect(Math.abs((paired?.high ?? 0) - meanOf(differences) - reach)).toBeLessThan(0.00501)
        const [a, b] = [sampleVariance(before) / before.length, sampleVariance(now) / now.length]
        const dof = (a + b) ** 2 / (a ** 2 / (before.length - 1) + b ** 2 / (now.length - 1))
        const wide = a + b === 0 ? 0 : quantileOfT(0.975, dof) * Math.sqrt(a + b)
        const welch = welchInterval(groupOf(before), groupOf(now))
        expect(Math.abs((welch?.low ?? 9) - (meanOf(now) - meanOf(before) - wide))).toBeLessThan(0.00501)
        expect(Math.abs((welch?.high ?? 9) - (meanOf(now) - meanOf(before) + wide))).toBeLessThan(0.00501)
      }),
      { seed: 4721, numRuns: 150 },
    )
  })
})

describe('the word of a change', () => {
  it('needs an interval without 0 and at least 0.3', () => {
    const words = [
      [0.3, 0.001, 0.6],
      [0.3, 0, 0.6],
      [0.2, 0.1, 0.3],
      [-0.3, -0.5, -0.1],
      [-0.2, -0.3, -0.1],
      [1.2, -0.2, 2.6],
    ].map(([change = 0, low = 0, high = 0]) => changeText({ change, interval: { low, high } }))
    expect(words).toEqual([
      'Sube 0,3',
      'Sin cambio claro (+0,3)',
      'Sin cambio claro (+0,2)',
      'Baja 0,3',
      'Sin cambio claro (-0,2)',
      'Sin cambio claro (+1,2)',
    ])
    expect(direction({ change: 2, interval: null })).toBeNull()
    expect(changeText({ change: 2, interval: null })).toBe('+2,0')
  })
})

import { describe, expect, it } from 'vitest'
import { levelTone } from './level-tone.ts'
import { reachedLevel, scoreOverall, scoreSection, shownMean } from './scoring.ts'

/** A section of questions q1 to qn with the target 3. */
const section = (count: number, prefix = 'q', targetLevel = 3) => ({
  targetLevel,
  questions: Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    field: `${prefix}${index + 1}`,
    text: '',
    options: [],
  })),
})

const answers = (options: readonly (number | undefined)[], prefix = 'q') =>
  Object.fromEntries(options.map((option, index) => [`${prefix}${index + 1}`, option]))

describe('a section', () => {
  it.each([
    // Worked by hand: answers, mean, level, tone, distance to target 3.
    [[3, 3, 3, 3, 3], 3, 3, 'fair', 0],
    [[5, 5, 5, 5, 5], 5, 5, 'good', 0],
    [[1, 1, 1, 1, 1], 1, 1, 'poor', 2],
    [[4, 4, 4, 4, 3], 3.8, 3, 'fair', 0],
    [[2, 3, 3, 3, 3], 2.8, 2, 'poor', 0.2],
    [[1, 2, 2, 4, 5], 2.8, 2, 'poor', 0.2],
    [[4, 4, 4, 4, 4], 4, 4, 'good', 0],
  ])('answered with %j has the mean %d and the level %d', (input, mean, level, tone, distance) => {
    expect(scoreSection(section(5), answers(input))).toEqual({
      mean,
      level,
      tone,
      distance,
      answered: 5,
      unknown: 0,
      total: 5,
      target: 3,
    })
  })

  it('excludes "don\'t know" from the mean but counts it as answered', () => {
    // (4 + 4) / 2, not (4 + 4 + 6 + 6) / 4.
    expect(scoreSection(section(5), answers([4, 6, 4, 6, undefined]))).toMatchObject({
      mean: 4,
      level: 4,
      answered: 4,
      unknown: 2,
      total: 5,
    })
  })

  it('excludes unanswered questions from the mean', () => {
    expect(scoreSection(section(5), answers([5, undefined, 2]))).toMatchObject({ mean: 3.5, level: 3, answered: 2 })
  })

  it.each([
    ['nothing is answered', []],
    ['everything is unknown', [6, 6, 6, 6, 6]],
  ])('has no level when %s', (_, input) => {
    expect(scoreSection(section(5), answers(input))).toMatchObject({
      mean: null,
      level: null,
      tone: 'neutral',
      distance: null,
    })
  })

  it('ignores open answers', () => {
    expect(scoreSection(section(2), { q1: '5', q2: 3 })).toMatchObject({ mean: 3, answered: 1 })
  })
})

describe('a level', () => {
  it.each([
    [3.9, 3],
    [4, 4],
    [1, 1],
    [5, 5],
    [(8 / 3 + 10 / 3) / 2, 3],
  ])('of the mean %d is %d: it is reached only in full', (mean, level) => {
    expect(reachedLevel(mean)).toBe(level)
  })

  it.each([
    [2.98, 2.9],
    [2.94, 2.9],
    // 2.45 as a sum of means: half up, as by hand.
    [(3.2 + 2.4 + 2.2 + 2) / 4, 2.5],
    [2.4499999999999997, 2.5],
    [3.95, 3.9],
    [2.75, 2.8],
    [4.999, 4.9],
    [5, 5],
  ])('%d is shown as %d, which never suggests the next level', (mean, shown) => {
    expect(shownMean(mean)).toBe(shown)
  })

  // shows: A9.9
  it.each([
    [5, 'good'],
    [4, 'good'],
    [3, 'fair'],
    [2, 'poor'],
    [1, 'poor'],
    [null, 'neutral'],
  ] as const)('%s is %s', (level, tone) => {
    expect(levelTone(level)).toBe(tone)
  })
})

describe('the overall level', () => {
  const sections = [section(5, 'a'), section(5, 'b'), section(5, 'c')]

  it('weighs each area the same, despite unanswered questions', () => {
    // Area means 5 (one answer) and 2 (five answers): 3.5, not 15 / 6 = 2.5.
    const input = { ...answers([5], 'a'), ...answers([2, 2, 2, 2, 2], 'b') }
    expect(scoreOverall(sections, input)).toEqual({ mean: 3.5, level: 3, tone: 'fair' })
  })

  it('excludes areas without a level', () => {
    const input = { ...answers([4, 4], 'a'), ...answers([6, 6, 6, 6, 6], 'b') }
    expect(scoreOverall(sections, input)).toEqual({ mean: 4, level: 4, tone: 'good' })
  })

  it('is undefined without answers', () => {
    expect(scoreOverall(sections, {})).toEqual({ mean: null, level: null, tone: 'neutral' })
  })
})

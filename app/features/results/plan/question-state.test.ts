import { describe, expect, it } from 'vitest'
import { type AnswerCounts, reachedByMost, stateOfQuestion } from './question-state.ts'

type Levels = AnswerCounts['levels']

const state = (levels: Levels, { unknown = 0, target = 5, people = 10, mode = 'nominative' as const } = {}) =>
  stateOfQuestion({ levels, unknown }, { target, people, mode })
const allOn = (level: number): Levels => {
  const on = (each: number) => (each === level ? 6 : 0)
  return [on(1), on(2), on(3), on(4), on(5)]
}
const kind = (levels: Levels, options?: Parameters<typeof state>[1]) => state(levels, options).kind

describe('the level that is reached', () => {
  it.each<[string, Levels, number | null]>([
    ['of exactly 60 %', [0, 4, 6, 0, 0], 3],
    ['of 59 %', [0, 41, 59, 0, 0], 2],
    ['counts people on higher levels, too', [0, 4, 2, 2, 2], 3],
    ['of all', [0, 0, 0, 0, 9], 5],
    ['is 1 where most have no higher one', [5, 5, 0, 0, 0], 1],
    ['of nobody', [0, 0, 0, 0, 0], null],
  ])('%s', (_, levels, reached) => {
    expect(reachedByMost(levels)).toBe(reached)
  })

  it('of one person is the own one, of two to four the lower median', () => {
    const options = [1, 2, 3, 4, 5]
    const teams = (people: number): number[][] =>
      people === 0 ? [[]] : teams(people - 1).flatMap(team => options.map(option => [...team, option]))
    for (const team of [1, 2, 3, 4].flatMap(teams)) {
      const on = (level: number) => team.filter(each => each === level).length
      const lowerMedian = team.toSorted()[Math.ceil(team.length / 2) - 1]
      expect([team, reachedByMost([on(1), on(2), on(3), on(4), on(5)])]).toEqual([team, lowerMedian])
    }
  })
})

describe('who does not know', () => {
  it('has to find out from exactly 30 % of those who answered on', () => {
    expect(kind([0, 0, 7, 0, 0], { unknown: 3 })).toBe('find_out')
    expect(kind([0, 0, 71, 0, 0], { unknown: 29, people: 100 })).toBe('act')
    expect(kind([0, 0, 0, 0, 0], { unknown: 1, people: 1 })).toBe('find_out')
  })

  it('comes before disagreement and before a target that is reached', () => {
    expect(kind([4, 0, 0, 0, 3], { unknown: 3 })).toBe('find_out')
    expect(kind([0, 0, 0, 7, 0], { unknown: 3, target: 3 })).toBe('find_out')
  })
})

describe('people who do not see the same', () => {
  it.each<[string, Levels, 'agree' | 'act']>([
    ['r_WG of exactly 0.30, one side only', [4, 4, 1, 0, 1], 'agree'],
    ['r_WG of 0.305, less than a quarter above level 3', [12, 1, 4, 3, 0], 'act'],
    ['r_WG below 0.50, exactly a quarter on each side', [0, 5, 10, 0, 5], 'agree'],
    ['r_WG below 0.50, less than a quarter above level 3', [0, 5, 11, 0, 4], 'act'],
    ['r_WG below 0.50, less than a quarter below level 3', [4, 0, 11, 5, 0], 'act'],
    ['r_WG of exactly 0.50, more than a quarter on each side', [0, 5, 3, 3, 1], 'act'],
  ])('%s', (_, levels, expected) => {
    expect(kind(levels, { people: 20 })).toBe(expected)
  })

  it('have to agree also where most have reached the target', () => {
    expect(state([3, 0, 0, 0, 7], { target: 3 })).toMatchObject({ kind: 'agree', reached: 5, goal: null })
  })
})

describe('what is below its target', () => {
  it.each([
    [1, 3, 3],
    [2, 3, 3],
    [2, 5, 3],
    [3, 4, 4],
    [3, 5, 4],
    [4, 5, 5],
  ])('goes from level %i, with target %i, to %i', (reached, target, goal) => {
    expect(state(allOn(reached), { target })).toMatchObject({ kind: 'act', goal })
  })

  it.each([1, 2, 3, 4, 5])('stops at target %i', target => {
    expect(kind(allOn(target), { target })).toBeNull()
  })

  it('only begins where the target is below 3', () => {
    expect(state([6, 0, 0, 0, 0], { target: 2 })).toMatchObject({ kind: 'begin', reached: 1, goal: null })
  })
})

describe('few answers', () => {
  it.each([
    [1, 1, false],
    [2, 2, true],
    [4, 4, true],
    [5, 5, false],
    // Of a larger team that left the question out.
    [1, 9, true],
    [4, 9, true],
  ])('with %i of %i people: %s', (known, people, few) => {
    expect(state([0, known, 0, 0, 0], { people })).toMatchObject({ few, kind: 'act', reached: 2 })
  })

  it('of a confidential purchase say nothing below five levels, however many do not know', () => {
    const nothing = { reached: null, mean: null, kind: null, goal: null, people: 0 }
    const own = { target: 4, people: 20, mode: 'confidential' as const }
    expect(stateOfQuestion({ levels: [0, 4, 0, 0, 0], unknown: 16 }, own)).toMatchObject(nothing)
    expect(stateOfQuestion(undefined, own)).toMatchObject(nothing)
    expect(stateOfQuestion({ levels: [1, 4, 0, 0, 0], unknown: 0 }, own)).toMatchObject({ reached: 2, kind: 'act' })
  })

  it('nobody answered: nothing is said', () => {
    expect(kind([0, 0, 0, 0, 0])).toBeNull()
    expect(stateOfQuestion(undefined, { target: 4, people: 3, mode: 'nominative' }).kind).toBeNull()
  })
})

import { describe, expect, it } from 'vitest'
import { writeConsolidated } from '#app/features/results/consolidated/consolidated.ts'
import { cutRound } from './cut-round.ts'
import { account, accounts, questionnaireOf } from './round.test-support.ts'

const two = questionnaireOf([2, 2])
const figuresOf = (people: Parameters<typeof cutRound>[1]) => {
  const round = cutRound(two, people)
  return round && writeConsolidated(two, { ...round.tallies, texts: [] }, 'confidential')
}

/** Six people who differ everywhere. */
const SIX = [
  [1, 2, 3, 4],
  [2, 3, 4, 5],
  [3, 4, 5, 1],
  [4, 5, 1, 3],
  [5, 1, 3, 3],
  [5, 2, 2, 1],
]

describe('a round', () => {
  it('needs five different people', () => {
    expect(cutRound(two, accounts(SIX.slice(0, 4)))).toBeUndefined()
    const invented = SIX.map((options, index) =>
      account(`p${index}`, options, { person: index < 3 ? 'one' : `p${index}` }),
    )
    expect(cutRound(two, invented)).toBeUndefined()
  })

  it('is counted as any other item where everything has detail', () => {
    const figures = figuresOf(accounts(SIX))
    expect(figures?.people).toBe(6)
    expect(figures?.sections.map(({ mean }) => mean)).toEqual([3.1, 2.9])
    expect(figures?.areas.groups.map(({ name, people, overall }) => [name, people, overall.mean !== null])).toEqual([
      ['Ventas', 6, true],
    ])
  })

  it('has no detail where all people agree, and that question is in no mean', () => {
    const agreeing = SIX.map(([, ...rest]) => [5, ...rest])
    const otherwise = SIX.map(([, ...rest]) => [1, ...rest])
    const figures = figuresOf(accounts(agreeing))
    const [first, second] = figures?.sections[0]?.questions ?? []
    expect(first).toMatchObject({ mean: null, deviation: null, distribution: [], unknownRate: 0, people: 0 })
    expect(second?.mean).not.toBeNull()
    expect(figures?.sections[0]?.mean).toBe(second?.mean)
    expect(figuresOf(accounts(otherwise))).toEqual(figures)
  })

  it("has no detail where all agree but for one person's several accounts", () => {
    const real = SIX.map(([, ...rest], index) => account(`p${index}`, [4, ...rest]))
    const invented = [1, 2, 3].map(option => account(`x${option}`, [option, 1, 2, 3], { person: 'x' }))
    expect(figuresOf([...real, ...invented])?.sections[0]?.questions[0]?.distribution).toEqual([])
  })

  it("counts 'No sé' as an answer that all may share", () => {
    const unsure = SIX.map(([, ...rest]) => [6, ...rest])
    const [first] = figuresOf(accounts(unsure))?.sections[0]?.questions ?? []
    expect(first).toMatchObject({ mean: null, distribution: [], unknownRate: 0 })
  })

  it('hides a section from every group where one group agrees in it, and the general mean with it', () => {
    const agreeing = [1, 2, 3, 4, 5].map(n => account(`a${n}`, [3, 3, n, 2], { area: 'Legal' }))
    const others = SIX.map((options, index) => account(`p${index}`, options))
    const figures = figuresOf([...agreeing, ...others])
    const rows = figures?.areas.groups.map(({ name, overall, sections }) => [
      name,
      overall.mean,
      ...sections.map(({ mean }) => mean),
    ])
    expect(rows).toEqual([
      ['Ventas', null, null, expect.any(Number)],
      ['Legal', null, null, expect.any(Number)],
    ])
    expect(figures?.sections[0]?.mean).not.toBeNull()
  })

  it('shows nothing of a section in which all people have the same mean', () => {
    const pairs = [
      [1, 3],
      [3, 1],
      [2, 2],
    ]
    const same = SIX.map((options, index) => [...(pairs[index % 3] ?? []), ...options.slice(2)])
    const [section] = figuresOf(accounts(same))?.sections ?? []
    expect(section?.mean).toBeNull()
    expect(section?.questions.map(({ distribution }) => distribution)).toEqual([[], []])
  })

  it('shows the texts of questions that eight different people answered', () => {
    const nine = [...SIX, ...SIX.slice(0, 3)]
    const writing = (written: number, person?: string) =>
      cutRound(
        two,
        nine.map((options, index) =>
          account(`p${index}`, options, {
            open_fields: index < written ? ['o1'] : [],
            ...(person !== undefined && index < 2 ? { person } : {}),
          }),
        ),
      )?.text_fields
    expect(writing(7)).toEqual([])
    expect(writing(8)).toEqual(['o1'])
    expect(writing(8, 'same')).toEqual([])
    expect(writing(9, 'same')).toEqual(['o1'])
  })
})

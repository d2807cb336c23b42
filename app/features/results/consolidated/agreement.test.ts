import { describe, expect, it } from 'vitest'
import {
  agreementCountText,
  agreementText,
  agreementWord,
  allAgree,
  countAgreement,
  differenceText,
  findDisagreements,
  measureAgreement,
  placeDifference,
  shareBetween,
  shareOfSums,
} from './agreement.ts'
import { sumsOfCounts } from './tallies.ts'

/** The sums of people on levels 1 to 5. */
const sums = (...levels: number[]) => sumsOfCounts(levels.map((people, index) => ({ option: index + 1, people })))

describe('the agreement of a question', () => {
  it.each([
    [0, 'Sin acuerdo'],
    [0.3, 'Sin acuerdo'],
    [0.300001, 'Acuerdo bajo'],
    [0.5, 'Acuerdo bajo'],
    [0.500001, 'Acuerdo medio'],
    [0.7, 'Acuerdo medio'],
    [0.700001, 'Acuerdo alto'],
    [0.9, 'Acuerdo alto'],
    [0.900001, 'Acuerdo muy alto'],
    [1, 'Acuerdo muy alto'],
  ])('of %d is "%s"', (agreement, word) => {
    expect(agreementWord(agreement)).toBe(word)
  })

  it.each([
    ['exactly 0.3', sums(0, 2, 1, 2, 5), 'Sin acuerdo (0,30)'],
    ['0.3036, which two decimals would show as none', sums(0, 3, 6, 0, 5), 'Acuerdo bajo (0,304)'],
    ['exactly 0.5', sums(0, 3, 0, 3, 0), 'Acuerdo bajo (0,50)'],
    ['0.5041', sums(0, 0, 5, 0, 6), 'Acuerdo medio (0,504)'],
    ['exactly 0.7', sums(0, 0, 3, 4, 3), 'Acuerdo medio (0,70)'],
    ['0.7025', sums(0, 0, 2, 0, 9), 'Acuerdo alto (0,702)'],
    ['exactly 0.9', sums(0, 0, 1, 8, 1), 'Acuerdo alto (0,90)'],
    ['0.9008', sums(0, 0, 0, 3, 8), 'Acuerdo muy alto (0,901)'],
    ['all alike', sums(0, 0, 5, 0, 0), 'Acuerdo muy alto (1,00)'],
    ['further apart than by chance', sums(5, 0, 0, 0, 5), 'Sin acuerdo (0,00)'],
  ])('%s: %#', (_, counted, text) => {
    expect(agreementText(measureAgreement(counted) ?? Number.NaN)).toBe(text)
  })

  it('is none of one person, nor of nobody', () => {
    expect([measureAgreement(sums(0, 0, 1, 0, 0)), measureAgreement(sums())]).toEqual([null, null])
  })
})

/** Questions with these agreements. */
const questions = (...agreements: (number | null)[]) =>
  agreements.map((agreement, index) => ({ number: index + 1, text: `P${index + 1}`, mean: 3, agreement }))

describe('an area', () => {
  it.each([
    [[0.6, 0.8, 0.95, 0.71, 0.51], 'Ninguna de 5 preguntas con acuerdo bajo'],
    [[0.5, 0.8, 0.95, 0.71, 0.51], '1 de 5 preguntas con acuerdo bajo'],
    // None is counted with low.
    [[0.5, 0.1, 0.3, 0.31, 0.51], '4 de 5 preguntas con acuerdo bajo'],
    [[0, 0, 0, 0, 0], '5 de 5 preguntas con acuerdo bajo'],
    [[0.2], '1 de 1 pregunta con acuerdo bajo'],
    [[0.6], 'Ninguna pregunta con acuerdo bajo'],
    [[0.2, null, 0.9, 0.9, 0.9], '1 de 4 preguntas con acuerdo bajo (otra sin medir)'],
    [[0.6, null, 0.9, 0.9, null], 'Ninguna de 3 preguntas con acuerdo bajo (otras 2 sin medir)'],
    [[null, null], null],
  ])('with %j says "%s"', (agreements, text) => {
    expect(agreementCountText(countAgreement(questions(...agreements)))).toBe(text)
  })

  it.each([
    [[0.71, 0.9, 1], true],
    [[0.7, 0.9, 1], false],
    [[0.71, null], true],
    [[null], false],
  ])('with %j agrees in all of them: %s', (agreements, expected) => {
    expect(allAgree(questions(...agreements))).toBe(expected)
  })
})

it('disagreements are the five questions with the least agreement, up to a low one', () => {
  const found = findDisagreements([
    { title: 'A', questions: questions(0.5, 0.51, 0.3) },
    { title: 'B', questions: questions(0, 0.4, null, 0.45, 0.49) },
  ])
  expect(found.map(({ area, agreement }) => [area, agreement])).toEqual([
    ['B', 0],
    ['A', 0.3],
    ['B', 0.4],
    ['B', 0.45],
    ['B', 0.49],
  ])
})

const figuresOf = (areas: number | null, positions: number | null, agreement: number) => ({
  areas: { by: 'area' as const, between: [null, areas] },
  positions: { by: 'position' as const, between: [null, positions] },
  sections: [{ questions: [{ agreement }, { agreement: 0.9 }, { agreement: null }] }],
})

describe('the share of the variance between groups', () => {
  it('is that of an analysis of variance', () => {
    // 1 to 5, with the mean 3, and 3, 4, 5, 5, 5, with the mean 4.4.
    const [low, high] = [sums(1, 1, 1, 1, 1), sums(0, 0, 1, 1, 3)]
    const between = 5 * (3 - 3.7) ** 2 + 5 * (4.4 - 3.7) ** 2
    const within = 4 + 1 + 0 + 1 + 4 + 1.4 ** 2 + 0.4 ** 2 + 3 * 0.6 ** 2
    expect(shareOfSums([low, high])).toBeCloseTo(between / (between + within), 2)
  })

  it('is 0 of equal groups, 1 of groups that agree, and none of one group or of people who are all alike', () => {
    expect(shareOfSums([sums(0, 3, 0, 3, 0), sums(0, 0, 6, 0, 0)])).toBe(0)
    expect(shareOfSums([sums(0, 5, 0, 0, 0), sums(0, 0, 0, 5, 0)])).toBe(1)
    expect(shareOfSums([sums(0, 3, 0, 3, 0)])).toBeNull()
    expect(shareOfSums([sums(0, 5, 0, 0, 0), sums(0, 5, 0, 0, 0)])).toBeNull()
  })

  it('is shown so that its figure says the same as its words', () => {
    const groups = [
      { people: 5, mean: 2 },
      { people: 5, mean: 4 },
    ]
    // The means are one level from their mean: η² is 1 / variance.
    expect(shareBetween(groups, 2)).toBe(0.5)
    expect(shareBetween(groups, 1 / 0.4999)).toBe(0.4999)
    expect(shareBetween(groups, 1 / 0.14)).toBe(0.14)
    expect(shareBetween(groups, 1 / 0.1399)).toBe(0.1399)
    expect(shareBetween(groups, 0.9)).toBe(1)
  })

  it.each([
    [0, 'within'],
    [0.1399, 'within'],
    [0.14, null],
    [0.4999, null],
    [0.5, 'between'],
    [1, 'between'],
  ])('of %d says %s', (share, place) => {
    expect(placeDifference(share)).toBe(place)
  })

  it.each([
    [0.6, 0.1, 'La diferencia está entre áreas de la organización y dentro de cada cargo'],
    [0.1, 0.6, 'La diferencia está dentro de cada área de la organización y entre cargos'],
    [0.3, 0.6, 'La diferencia está entre cargos'],
    [0.1, null, 'La diferencia está dentro de cada área de la organización'],
    [0.3, null, null],
  ])('of %s and %s reads "%s"', (areas, positions, text) => {
    expect(differenceText(figuresOf(areas, positions, 0.6), 1)).toBe(text)
  })

  it('is not said to be inside of groups where people agree in every question', () => {
    expect(differenceText(figuresOf(0.1, 0.1, 0.71), 1)).toBeNull()
    expect(differenceText(figuresOf(0.1, 0.6, 0.71), 1)).toBe('La diferencia está entre cargos')
    expect(differenceText(figuresOf(0.1, 0.1, 0.7), 0)).toBeNull()
    expect(differenceText({ ...figuresOf(0.1, null, 0.7), areas: { by: 'reporting_group', between: [0.1] } }, 0)).toBe(
      'La diferencia está dentro de cada grupo de áreas',
    )
  })
})

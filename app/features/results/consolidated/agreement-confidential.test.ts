import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cutRound } from '#app/features/results/rounds/cut-round.ts'
import { account, questionnaireOf } from '#app/features/results/rounds/round.test-support.ts'
import { placeDifference } from './agreement.ts'
import { writeConsolidated } from './consolidated.ts'

const questionnaire = questionnaireOf([2, 3])
const NAMES = ['Ventas', 'Finanzas', 'Legal']

/** Teams of two or three areas of five people or more, who answer five questions nearer to their area's level or further from it. */
const teams = fc.array(
  fc.record({
    level: fc.integer({ min: 1, max: 5 }),
    people: fc.array(fc.array(fc.integer({ min: -1, max: 1 }), { minLength: 5, maxLength: 5 }), {
      minLength: 5,
      maxLength: 8,
    }),
  }),
  { minLength: 2, maxLength: 3 },
)

type Team = typeof teams extends fc.Arbitrary<infer Drawn> ? Drawn : never

const accountsOf = (team: Team) =>
  team.flatMap(({ level, people }, area) =>
    people.map((shifts, index) =>
      account(
        `${area}-${index}`,
        shifts.map(shift => Math.min(5, Math.max(1, level + shift))),
        { area: NAMES[area] ?? '' },
      ),
    ),
  )

const published = (team: Team) => cutRound(questionnaire, accountsOf(team))?.tallies

it('what is stored of groups beyond what is shown changes nothing', () => {
  let told = 0
  fc.assert(
    fc.property(teams, fc.integer({ min: 1, max: 500 }), (team, more) => {
      const tallies = published(team)
      if (!tallies) throw new Error('There is no round')
      const figures = writeConsolidated(questionnaire, { ...tallies, texts: [] }, 'confidential')
      const groups = tallies.groups.map(group => ({ ...group, squares: group.squares + more }))
      expect(writeConsolidated(questionnaire, { ...tallies, groups, texts: [] }, 'confidential')).toEqual(figures)
      told += figures.areas.between.filter(share => share !== null).length
    }),
    { seed: 4442, numRuns: 200 },
  )
  expect(told).toBeGreaterThan(100)
})

it('where the groups shown are not everybody, or one has no detail, nothing is said of them', () => {
  const team = [
    { level: 2, people: Array.from({ length: 5 }, (_, one) => [one % 2, 0, 0, one % 2, 0]) },
    { level: 4, people: Array.from({ length: 5 }, (_, one) => [one % 2, 0, 0, one % 2, 0]) },
  ]
  const figuresOf = (accounts: ReturnType<typeof accountsOf>) => {
    const tallies = cutRound(questionnaire, accounts)?.tallies
    if (!tallies) throw new Error('There is no round')
    return writeConsolidated(questionnaire, { ...tallies, texts: [] }, 'confidential')
  }
  const everybody = accountsOf(team)
  expect(figuresOf(everybody).areas.between.map(share => share !== null)).toEqual([true, true, true])
  const others = Array.from({ length: 5 }, (_, one) =>
    account(`o${one}`, [1, 2, 3, 4, 1 + (one % 5)], { area: `a${one}` }),
  )
  const mixed = figuresOf([...everybody, ...others])
  expect(mixed.areas).toMatchObject({ others: 5, between: [null, null, null] })
  // All of one area answer the first section alike.
  const alike = everybody.map((each, index) =>
    index < 5 ? { ...each, options: new Map([...each.options, ['q1', 2], ['q2', 2]]) } : each,
  )
  expect(figuresOf(alike).areas.between.map(share => share !== null)).toEqual([false, false, true])
})

it('where people hardly differ, the rounded means of groups tell nothing', () => {
  /** Two groups of five around these means, all of the given variance. */
  const between = (variance: number) => {
    const sums = (scored: number, mean: number) => ({
      scored,
      sum: scored * mean,
      squares: scored * (variance + mean ** 2),
    })
    const group = (name: string, mean: number) =>
      [0, 1, 2].map(section => ({ by: 'area' as const, name, section, people: 5, ...sums(5, mean) }))
    const tallies = {
      people: 10,
      overall: sums(10, 3),
      sections: [1, 2].map(section => ({ section, ...sums(10, 3) })),
      options: [],
      groups: [...group('Ventas', 3), ...group('Legal', 2.999)],
      texts: [],
    }
    return writeConsolidated(questionnaire, tallies, 'confidential').areas.between[0]
  }
  // They are shown as 3,0 and 2,9.
  expect(between(0.24 ** 2)).toBeNull()
  expect(between(0.25 ** 2)).toBe(0.04)
})

it('rounding turns no difference inside of groups into one between them, nor the other way round', () => {
  const said = { between: 0, within: 0 }
  fc.assert(
    fc.property(teams, team => {
      const tallies = published(team)
      if (!tallies) throw new Error('There is no round')
      const shown = writeConsolidated(questionnaire, { ...tallies, texts: [] }, 'confidential').areas.between
      const exact = writeConsolidated(questionnaire, { ...tallies, texts: [] }, 'nominative').areas.between
      for (const [at, share] of shown.entries()) {
        const place = share === null ? null : placeDifference(share)
        if (place === null) continue
        said[place] += 1
        const other = placeDifference(exact[at] ?? Number.NaN)
        expect([place, null]).toContain(other)
      }
    }),
    { seed: 4443, numRuns: 2000 },
  )
  expect(Math.min(said.between, said.within)).toBeGreaterThan(50)
})

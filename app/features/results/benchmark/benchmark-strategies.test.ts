import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CompanySize } from './benchmark.ts'
import { differences, isReadAlike, tellWhose } from './benchmark-attack.test-support.ts'
import { benchmarkStrategies, playBenchmark } from './benchmark-strategies.test-support.ts'
import { changedBetween, countMissing, nextEdition, type Vote } from './editions.ts'

const CASES = 1000

it(`no difference of figures is about few organisations in ${CASES} random sectors`, { timeout: 60_000 }, () => {
  const counted = { editions: 0, sizes: 0, pairs: 0 }
  fc.assert(
    fc.property(benchmarkStrategies, strategy => {
      const published = playBenchmark(strategy)
      counted.editions += published.length
      counted.sizes += published.flatMap(({ sizes }) => sizes).length
      counted.pairs += Math.max(0, published.length - 1)
      expect(differences(published)).toEqual([])
      expect(isReadAlike(published)).toBe(true)
      expect(tellWhose(published)).toBe(false)
    }),
    { numRuns: CASES },
  )
  // The proof is empty where nothing is published.
  expect(counted.editions).toBeGreaterThan(CASES / 2)
  expect(counted.pairs).toBeGreaterThan(CASES / 4)
  expect(counted.sizes).toBeGreaterThan(CASES / 8)
})

const votesOf = (count: number, size: CompanySize, from = 0): Vote[] =>
  Array.from({ length: count }, (_, at) => ({
    organisation: `o${from + at}`,
    company: `c${from + at}`,
    hand: `h${from + at}`,
    measurement: `m${from + at}`,
    size,
  }))
const again = (vote: Vote): Vote => ({ ...vote, measurement: `${vote.measurement} again` })

it('has a size of its own only where it and what is left are ten or more', () => {
  const of = (small: number, medium: number) =>
    nextEdition([...votesOf(small, 'small'), ...votesOf(medium, 'medium', 50)], [])?.sizes
  expect(of(9, 0)).toBeUndefined()
  expect(of(10, 0)).toEqual(['small'])
  expect(of(10, 9)).toEqual([])
  expect(of(10, 10)).toEqual(['small', 'medium'])
  expect(of(9, 11)).toEqual([])
})

it('differs from every earlier edition, not only from the last, by three organisations', () => {
  const votes = votesOf(12, 'small')
  const first = nextEdition(votes, [])
  if (!first) throw new Error('There is no edition')
  expect(nextEdition(votes, [first])).toBeNull()
  expect(nextEdition([...votes.slice(0, 10), ...votesOf(1, 'small', 90)], [first])?.votes).toHaveLength(11)
  // Three leave; two of them come back, and the third with another measurement: one is all that is new since the first.
  const second = nextEdition(votes.slice(0, 9).concat(votesOf(1, 'small', 90)), [first])
  if (!second) throw new Error('There is no edition')
  expect(
    nextEdition(
      votes.map((vote, at) => (at === 11 ? again(vote) : vote)),
      [first, second],
    ),
  ).toBeNull()
  expect(nextEdition(votes, [first, second])?.votes).toHaveLength(12)
})

it('counts who closes an organisation and makes another one as one, and the same purchase elsewhere as none', () => {
  const votes = votesOf(12, 'small')
  const moved = votes.map(vote => ({ ...vote, organisation: `new ${vote.organisation}` }))
  expect(changedBetween(votes, moved).organisations).toBe(0)
  const renewed = moved.map((vote, at) => (at < 2 ? again(vote) : vote))
  expect(changedBetween(votes, renewed).organisations).toBe(2)
  expect(nextEdition(renewed, [{ votes, sizes: [] }])).toBeNull()
})

it('counts the client companies of one consultant as one who changed, and needs five hands', () => {
  const consultants = (votes: readonly Vote[], count: number): Vote[] =>
    votes.map((vote, at) => (at < count ? { ...vote, hand: 'consultant' } : vote))
  const votes = consultants(votesOf(12, 'small'), 8)
  expect(countMissing(votes)).toBe(0)
  expect(countMissing(consultants(votes, 10))).toBe(2)
  expect(nextEdition(consultants(votes, 10), [])).toBeNull()
  const before = { votes, sizes: [] }
  const anew = (places: readonly number[]) => votes.map((vote, at) => (places.includes(at) ? again(vote) : vote))
  expect(nextEdition(anew([0, 1, 2, 3, 9]), [before])).toBeNull()
  expect(nextEdition(anew([0, 9, 10]), [before])?.votes).toHaveLength(12)
})

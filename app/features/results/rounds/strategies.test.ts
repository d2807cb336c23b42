import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changeBetween, changedByLooking, inferences } from './attack.test-support.ts'
import { play, strategies } from './strategies.test-support.ts'

const CASES = 400

// shows: A2.49
it(`no answer is inferred in ${CASES} random teams with random buyers`, { timeout: 60000 }, () => {
  const counted = {
    cases: 0,
    rounds: 0,
    inferred: 0,
    agreements: 0,
    shares: 0,
    intervals: 0,
    rests: 0,
    sums: 0,
    actions: 0,
  }
  fc.assert(
    fc.property(strategies, strategy => {
      const played = play(strategy)
      const found = inferences(played)
      counted.cases += 1
      counted.rounds += played.rounds.length
      counted.inferred += found.length
      counted.sums += played.sums.filter(({ figures }) => figures.overall.mean !== null).length
      for (const { figures, plan } of played.rounds) {
        counted.actions += plan.actions.length
        counted.rests += [figures.areas, figures.positions].filter(({ rest }) => rest?.overall.mean != null).length
        counted.agreements += figures.agreement.measured
        counted.shares += [...figures.areas.between, ...figures.positions.between].filter(
          share => share !== null,
        ).length
      }
      for (const [at, later] of played.rounds.slice(1).entries()) {
        const earlier = played.rounds[at]
        const { sections } = earlier ? changeBetween(played.questionnaire, earlier, later) : { sections: [] }
        counted.intervals += sections.filter(({ interval }) => interval !== null).length
      }
      expect(found).toEqual([])
      expect(changedByLooking(played)).toBe(false)
      // Nor is anybody of an office, or of a workshop with one computer, taken for somebody else.
      expect(played.joined).toEqual([])
    }),
    { numRuns: CASES },
  )
  // The proof is empty where nothing is published.
  expect(counted.rounds).toBeGreaterThan(CASES / 4)
  expect(counted.agreements).toBeGreaterThan(CASES / 4)
  expect(counted.shares).toBeGreaterThan(0)
  expect(counted.intervals).toBeGreaterThan(CASES / 100)
  expect(counted.rests).toBeGreaterThan(0)
  expect(counted.sums).toBeGreaterThan(0)
  expect(counted.actions).toBeGreaterThan(CASES)
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createReplicaAge } from './replica-age.ts'

const MAX = 5_000

it('is not used before it has shown how far it is, nor after it was away', () => {
  const age = createReplicaAge(MAX)
  expect(age.isRecent(0)).toBe(false)
  age.addReplayed(100)
  expect(age.isRecent(0)).toBe(false)
  age.addWritten(0, 100)
  age.addReplayed(100)
  expect(age.isRecent(1)).toBe(true)
  age.forget()
  expect(age.isRecent(1)).toBe(false)
})

it('is as old as the newest position that it has replayed', () => {
  const age = createReplicaAge(MAX)
  for (const [at, position] of [
    [0, 100],
    [1_000, 200],
    [2_000, 300],
  ] as const) {
    age.addWritten(at, position)
  }
  age.addReplayed(299)
  expect(age.age(2_000)).toBe(1_000)
  expect(age.isRecent(6_000)).toBe(true)
  expect(age.isRecent(6_001)).toBe(false)
  age.addReplayed(300)
  expect(age.isRecent(6_001)).toBe(true)
})

it('is not used until it shows what was required, however short its delay', () => {
  const age = createReplicaAge(MAX)
  age.addWritten(0, 100)
  age.addReplayed(100)
  age.require(10)
  expect(age.isRecent(10)).toBe(false)
  age.addReplayed(500)
  expect(age.isRecent(10)).toBe(false)
  age.addWritten(20, 501)
  age.addReplayed(501)
  expect(age.isRecent(20)).toBe(true)
})

it('never shows less than it claims: whatever was committed before `maxAge`, or was required, is replayed', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('write' as const), bytes: fc.integer({ min: 1, max: 50 }) }),
    fc.record({ kind: fc.constant('replay' as const), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
    fc.record({ kind: fc.constant('look' as const), between: fc.integer({ min: 0, max: 800 }) }),
    fc.record({ kind: fc.constant('require' as const) }),
    fc.record({ kind: fc.constant('away' as const) }),
  )
  const steps = fc.array(fc.record({ step, ms: fc.integer({ min: 0, max: 2_500 }) }), { maxLength: 60 })
  fc.assert(
    fc.property(steps, sequence => {
      const age = createReplicaAge(MAX)
      const commits: { at: number; position: number }[] = []
      let [now, position, replayed, required] = [0, 0, 0, Number.NEGATIVE_INFINITY]
      for (const { step, ms } of sequence) {
        now += ms
        if (step.kind === 'write') {
          position += step.bytes
          commits.push({ at: now, position })
        }
        if (step.kind === 'replay') replayed += Math.floor((position - replayed) * step.share)
        if (step.kind === 'require') {
          required = now
          age.require(now)
        }
        if (step.kind === 'away') age.forget()
        if (step.kind === 'look') {
          age.addWritten(now, position)
          now += step.between
          age.addReplayed(replayed)
        }
        if (!age.isRecent(now)) continue
        const missing = commits.filter(commit => commit.position > replayed)
        expect(missing.every(commit => commit.at >= now - MAX && commit.at >= required)).toBe(true)
      }
    }),
    { numRuns: 2_000 },
  )
})

import { describe, expect, it } from 'vitest'
import { distinctPeople, mailboxOf, type Trace, unreadableSeconds } from './distinct-people.ts'

const QUICK = 60
const SLOW = 1200
const trace = (run_id: string, other: Partial<Trace> = {}): Trace => ({
  run_id,
  email: `${run_id}@example.cl`,
  browsers: [`browser of ${run_id}`],
  networks: [`network of ${run_id}`],
  seconds: SLOW,
  unreadable: 300,
  ...other,
})
const count = (...traces: Trace[]) => new Set(distinctPeople(traces).values()).size

it.each([
  ['ana@example.cl', 'ana@example.cl'],
  ['ana+1@example.cl', 'ana@example.cl'],
  ['a.n.a+x+y@example.cl', 'ana@example.cl'],
  ['ana.rojas@googlemail.com', 'anarojas@gmail.com'],
])('the mailbox of %s is %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})

it('nobody reads a questionnaire in a quarter of the shortest time that it announces', () => {
  expect(unreadableSeconds({ estimatedMinutes: { min: 20 } })).toBe(300)
})

describe('accounts count as one person', () => {
  it('who have one mailbox, however long they take', () => {
    expect(count(trace('a', { email: 'ana+1@example.cl' }), trace('b', { email: 'a.na@example.cl' }))).toBe(1)
  })

  it.each(['browsers', 'networks'] as const)('who share %s and finish faster than anybody reads', shared => {
    const same = { [shared]: ['same'], seconds: QUICK }
    expect(count(trace('a', same), trace('b', same), trace('c', same))).toBe(1)
  })

  it('through others: one shares a browser, the next a network', () => {
    const first = trace('a', { browsers: ['x'], networks: ['n'], seconds: QUICK })
    const second = trace('b', { browsers: ['x'], networks: ['m'], seconds: QUICK })
    const third = trace('c', { browsers: ['z'], networks: ['m'], seconds: QUICK })
    expect(count(first, third)).toBe(2)
    expect(count(first, second, third)).toBe(1)
  })
})

describe('accounts count as different people', () => {
  it('who share an office and a computer and take their time', () => {
    const office = { networks: ['office'], browsers: ['kiosk'] }
    expect(count(trace('a', office), trace('b', office), trace('c', office))).toBe(3)
  })

  it('also beside somebody who was too fast', () => {
    const office = { networks: ['office'] }
    expect(count(trace('a', office), trace('b', { ...office, seconds: QUICK }), trace('c', office))).toBe(3)
  })

  it('who are fast and share nothing', () => {
    expect(count(trace('a', { seconds: QUICK }), trace('b', { seconds: QUICK }))).toBe(2)
  })
})

import { describe, expect, it } from 'vitest'
import { canonicalMailbox, distinctPeople, type Trace } from './cut-round.ts'

const LEAST = 140
const trace = (run_id: string, other: Partial<Trace> = {}): Trace => ({
  run_id,
  email: `${run_id}@example.cl`,
  browsers: [`browser of ${run_id}`],
  networks: [`network of ${run_id}`],
  first: 0,
  last: 420,
  least: LEAST,
  ...other,
})
const count = (...traces: Trace[]) => new Set(distinctPeople(traces).values()).size
/** Answered from a second on for so many seconds. */
const during = (first: number, seconds: number) => ({ first, last: first + seconds })

it.each([
  ['ana@example.cl', 'ana@example.cl'],
  ['ana+1@example.cl', 'ana@example.cl'],
  ['a.n.a+x+y@example.cl', 'ana@example.cl'],
  ['ana.rojas@googlemail.com', 'anarojas@gmail.com'],
])('the mailbox of %s is %s', (email, mailbox) => {
  expect(canonicalMailbox(email)).toBe(mailbox)
})

describe('accounts count as one person', () => {
  it('who have one mailbox, however long they take', () => {
    expect(count(trace('a', { email: 'ana+1@example.cl' }), trace('b', { email: 'a.na@example.cl' }))).toBe(1)
  })

  it.each(['browsers', 'networks'] as const)('who share %s and answer faster than anybody reads', shared => {
    const same = { [shared]: ['same'] }
    const hurried = [0, 1000, 2000].map(first => trace(`h${first}`, { ...same, ...during(first, LEAST - 1) }))
    expect(count(...hurried)).toBe(1)
  })

  it('through others: one shares a browser, the next a network', () => {
    const first = trace('a', { browsers: ['x'], networks: ['n'], ...during(0, 60) })
    const second = trace('b', { browsers: ['x'], networks: ['m'], ...during(100, 60) })
    const third = trace('c', { browsers: ['z'], networks: ['m'], ...during(200, 60) })
    expect(count(first, third)).toBe(2)
    expect(count(first, second, third)).toBe(1)
  })

  it('who answer at the same time or by turns in one browser, however long they take', () => {
    const kiosk = { browsers: ['kiosk'] }
    expect(count(trace('a', { ...kiosk, ...during(0, 500) }), trace('b', { ...kiosk, ...during(400, 500) }))).toBe(1)
    // The third begins after the second has ended, while the first is still open.
    const inside = trace('b', { ...kiosk, ...during(10, 150) })
    const later = trace('c', { ...kiosk, ...during(300, 150) })
    expect(count(trace('a', { ...kiosk, ...during(0, 1000) }), inside, later)).toBe(1)
    expect(count(inside, later)).toBe(2)
  })
})

describe('accounts count as different people', () => {
  it('who share an office and answer at the same time', () => {
    const office = { networks: ['office'] }
    expect(count(trace('a', office), trace('b', office), trace('c', office))).toBe(3)
  })

  it('who take their time one after another at one computer', () => {
    const kiosk = { browsers: ['kiosk'], networks: ['office'] }
    expect(count(...[0, 500, 1000].map(first => trace(`k${first}`, { ...kiosk, ...during(first, LEAST) })))).toBe(3)
  })

  it('also beside somebody who was too fast', () => {
    const office = { networks: ['office'] }
    expect(count(trace('a', office), trace('b', { ...office, ...during(0, 60) }), trace('c', office))).toBe(3)
  })

  it('who are fast and share nothing', () => {
    expect(count(trace('a', during(0, 9)), trace('b', during(0, 9)))).toBe(2)
  })
})

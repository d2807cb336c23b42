import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { DAY_MS } from '#app/kernel/dates.ts'
import { choiceCookie, type MeasuringNotice, readChoice } from './consent.ts'
import { undecidedScript } from './undecided.server.ts'

const NOTICE: MeasuringNotice = { version: 5, since: 3 }
const NOW = 20_000 * DAY_MS + 7

/** Whether the script marks the page of a browser with this cookie and these signals. */
function marks(cookie: string, navigator: object = {}): boolean {
  const attributes = new Set<string>()
  const page = { cookie, documentElement: { setAttribute: (name: string) => attributes.add(name) } }
  const script = undecidedScript('n', NOTICE).replaceAll(/<\/?script[^>]*>/g, '')
  runInNewContext(script, { document: page, navigator, Date: { now: () => NOW } })
  return attributes.has('data-undecided')
}

const chosen = (version: number, daysAgo: number) =>
  choiceCookie('refused', { version, now: NOW - daysAgo * DAY_MS, https: true }).split(';')[0] ?? ''

it.each([
  ['', true],
  ['other=1; alhena_medicion=', true],
  [chosen(5, 0), false],
  [`other=1; ${chosen(4, 30)}; more=2`, false],
  [chosen(3, 364), false],
  [chosen(3, 365), true],
  [chosen(2, 0), true],
  [chosen(6, 0), true],
  [chosen(5, -1), false],
  [chosen(5, -2), true],
  ['alhena_medicion=5.quizas.20000', true],
])('a page with the cookie %j is marked as undecided: %j, as its scripts will find', (cookie, marked) => {
  expect(marks(cookie)).toBe(marked)
  expect(readChoice(cookie, NOW, NOTICE) === undefined).toBe(marked)
})

it('a browser that signals a refusal is never asked', () => {
  expect(marks('', { globalPrivacyControl: true })).toBe(false)
  expect(marks('', { doNotTrack: '1' })).toBe(false)
  expect(marks('', { doNotTrack: '0', globalPrivacyControl: false })).toBe(true)
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { LAW_DAYS, lawDates, readLawDays, withLawDates } from './law-dates.ts'
import { forgetLiveTexts, replaceLiveTexts } from './live-texts.ts'

afterEach(forgetLiveTexts)

const set = (content: unknown) =>
  replaceLiveTexts({ shop: undefined, mails: new Map(), legal: new Map(), settings: new Map([['laws', content]]) })

it('stands in every text of a content, as the setting has it', () => {
  const content = { title: 'Rige desde el {fecha_ley_datos}.', steps: [{ law: '«{fecha_ley_datos}»', days: [1, 2] }] }
  expect(withLawDates(content)).toEqual({
    title: 'Rige desde el 1 de diciembre de 2026.',
    steps: [{ law: '«1 de diciembre de 2026»', days: [1, 2] }],
  })
  set({ fecha_ley_datos: '2027-12-01' })
  expect(withLawDates(content).title).toBe('Rige desde el 1 de diciembre de 2027.')
})

it('leaves what names no date as it is, and other placeholders where they are', () => {
  const content = { text: 'Escribe a {correo_soporte}.' }
  expect(withLawDates(content)).toBe(content)
  expect(withLawDates(undefined)).toBeUndefined()
})

it.each([[{ fecha_ley_datos: '2027-02-30' }], [{ fecha_ley_datos: 1 }], ['x'], [null]])('ignores %j', stored => {
  expect(readLawDays(stored)).toEqual(LAW_DAYS)
  set(stored)
  expect(lawDates()).toEqual({ fecha_ley_datos: '1 de diciembre de 2026' })
})

const MONTHS = 'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre'
/** The day of the setting in any spelling, and any day that a text names beside a law. */
const LITERAL = [
  /\b0?1[ºo°]?\s*(de\s+|[-/.]\s*)(diciembre|dic\.?|12)\s*(del?\s+|[-/.]\s*)?(20)?26\b/i,
  /\b2026-12-01\b/,
  new RegExp(
    `\\bley[^"]*\\b(desde|a partir|rige|vige)[^"]{0,40}\\b(\\d{1,2} de (${MONTHS})|(${MONTHS}) del? 20|\\d{1,2}[-/]\\d{1,2}[-/]20)`,
    'i',
  ),
]

it.each(['desde el 1-12-2026', 'el 1 de diciembre de 2026', 'el 1° de diciembre del 2026', '2026-12-01', '01/12/26'])(
  'a text with «%s» is found',
  text => {
    expect(LITERAL.some(literal => literal.test(text))).toBe(true)
  },
)

it('is named by no content except through its placeholder', () => {
  const files = readdirSync('content', { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.json'))
  expect(files.length).toBeGreaterThan(30)
  const named = files.flatMap(name =>
    readFileSync(join('content', name), 'utf8')
      .split('\n')
      .filter(line => LITERAL.some(literal => literal.test(line)))
      .map(line => `${name}: ${line.trim()}`),
  )
  expect(named).toEqual([])
})

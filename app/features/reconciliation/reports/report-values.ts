import { type Day, dayOf, parseDay, shiftDay } from '#app/kernel/dates.ts'
import { type Pesos, pesos } from '#app/kernel/money.ts'
import { cutText, storable } from '#app/kernel/text.ts'

/** What spreadsheets put around a text so that it stays one: ="001234", '001234. */
const unwrapped = (text: string): string =>
  text
    .trim()
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'/, '')
    .trim()

const DOTTED = /^\d{1,3}(?:\.\d{3})+(?:,(\d{1,2}))?$/
const COMMAED = /^\d{1,3}(?:,\d{3})+(?:\.(\d{1,2}))?$/
const PLAIN = /^(\d+)(?:[.,](\d{1,2}))?$/
const SCIENTIFIC = /^\d(?:\.\d+)?e\+?\d{1,2}$/i

/**
 * Whole pesos as files write them: `$1.234.567`, `1234567,00`, `-1.500`, `(1.500)`, `1,234,567.00`. Undefined when it is
 * no such amount, also one with cents.
 */
export function readAmount(text: string): Pesos | undefined {
  const bare = unwrapped(text)
    .replaceAll(/[\s\u00a0]|CLP|\$/gi, '')
    .replace('−', '-')
  const negative = /^-|-$|^\(.*\)$/.test(bare)
  const digits = bare.replace(/^[-+(]/, '').replace(/[-)]$/, '')
  const amount = wholeOf(digits)
  return amount === undefined || !Number.isSafeInteger(amount)
    ? undefined
    : pesos(negative && amount > 0 ? -amount : amount)
}

function wholeOf(digits: string): number | undefined {
  for (const [pattern, separator] of [
    [DOTTED, '.'],
    [COMMAED, ','],
  ] as const) {
    const match = pattern.exec(digits)
    if (match)
      return isZero(match[1])
        ? Number(digits.slice(0, decimalsAt(digits, match[1])).replaceAll(separator, ''))
        : undefined
  }
  const plain = PLAIN.exec(digits)
  if (plain) return isZero(plain[2]) ? Number(plain[1]) : undefined
  return SCIENTIFIC.test(digits) ? Number(digits) : undefined
}

const isZero = (decimals: string | undefined): boolean => decimals === undefined || /^0+$/.test(decimals)
const decimalsAt = (digits: string, decimals: string | undefined): number =>
  decimals === undefined ? digits.length : digits.length - decimals.length - 1

const TIME = String.raw`(?:[ T,]+([01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?)?`
const DAY_FIRST = new RegExp(String.raw`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})${TIME}(?: ?hrs?\.?)?$`)
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME}$`)
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/
/** Days since 30 December 1899, as spreadsheets store dates: from 1990 to 2100. */
const SERIAL = /^(3[3-9]|[4-6]\d|7[0-2])\d{3}(?:\.\d+)?$/

/**
 * The day of a date as files write it: `21/11/2026`, `21-11-26 15:05`, `2026-11-21T15:05:00`, an instant with `Z`, or the
 * number of a spreadsheet's cell. Without a zone it is Santiago's, which a file of a Chilean bank means.
 */
export function readDay(text: string): Day | undefined {
  const bare = unwrapped(text)
  if (INSTANT.test(bare)) {
    const instant = new Date(bare)
    return Number.isNaN(instant.getTime()) ? undefined : dayOf(instant)
  }
  if (SERIAL.test(bare)) return shiftDay('1899-12-30', Math.floor(Number(bare)))
  const [, day = '', month = '', year = ''] = DAY_FIRST.exec(bare) ?? []
  if (day !== '') return dated(year.length === 2 ? `20${year}` : year, month, day)
  const [, firstYear = '', secondMonth = '', lastDay = ''] = YEAR_FIRST.exec(bare) ?? []
  return dated(firstYear, secondMonth, lastDay)
}

const dated = (year: string, month: string, day: string): Day | undefined =>
  parseDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)

/**
 * An authorisation code: spreadsheets take its leading zeros away, so digits are six at least. Null for none, which files
 * write as zeros.
 */
export function readAuthorization(text: string): string | null {
  const bare = unwrapped(text).toUpperCase()
  if (/^0*$/.test(bare) || bare === '-') return null
  return /^\d{1,6}$/.test(bare) ? bare.padStart(6, '0') : cutText(bare, 20)
}

/** The last four digits of a card's number, however the others are hidden. */
export const readCard = (text: string): string | null => {
  const bare = unwrapped(text)
  const digits = /(\d{1,4})\D*$/.exec(bare)?.[1]
  return digits === undefined || bare.length > 25 ? null : digits.padStart(4, '0')
}

/** `03/06` is the third instalment; `S/C` and '' are none. */
export function readInstallment(text: string): number | null {
  const digits = /^\s*(\d{1,3})\s*(?:\/|de|$)/i.exec(unwrapped(text))?.[1]
  return digits === undefined || Number(digits) === 0 ? null : Number(digits)
}

/** Text of a cell, cut; null for nothing. */
export const readText = (text: string, max: number): string | null => cutText(storable(unwrapped(text)), max) || null

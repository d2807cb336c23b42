import { type Day, parseDay, shiftDay } from '#app/kernel/dates.ts'
import { type Pesos, pesos } from '#app/kernel/money.ts'
import { parseRut } from '#app/kernel/rut.ts'
import { cutText } from '#app/kernel/text.ts'
import { plainText } from '#app/platform/sheets/plain-text.ts'

/** More digits than any amount of pesos has. */
const MOST_DIGITS = 13

/**
 * A signed amount of pesos as banks and spreadsheets write it: `$1.234.567`, `1.234.567,00`, `1,234,567.00`, `1234567`, `-1.234`,
 * `(1.234)`, `1.234-`, `1.5E6`. Undefined for anything else, and for a fraction of a peso.
 */
export function readAmount(cell: string): Pesos | undefined {
  const text = cell.replaceAll(/[\s$+]|CLP/gi, '').replaceAll('−', '-')
  if (/^\d(\.\d+)?E\+?\d{1,2}$/i.test(text)) {
    const value = Number(text)
    return Number.isSafeInteger(value) && value < 10 ** MOST_DIGITS ? pesos(value) : undefined
  }
  const match = /^(-|\()?([\d.,]+)(-|\))?$/.exec(text)
  const digits = wholeDigits(match?.[2] ?? '')
  if (!match || digits === undefined || digits.length > MOST_DIGITS) return undefined
  const [, before, , after] = match
  if ((before === '(') !== (after === ')') || (before === '-' && after === '-')) return undefined
  const value = Number(digits)
  return pesos(value === 0 || (before === undefined && after === undefined) ? value : -value)
}

/** The digits before the decimals, which are zeros; undefined where separators do not part thousands. */
function wholeDigits(text: string): string | undefined {
  const decimals = /[.,](\d{1,2}|0{4,})$/.exec(text)
  if (decimals && !/^0+$/.test(decimals[1] ?? '')) return undefined
  const whole = decimals ? text.slice(0, decimals.index) : text
  const separator = /[.,]/.exec(whole)?.[0]
  // Both parts with the same sign, as in 1.234.00, are no number.
  if (decimals && separator === decimals[0].charAt(0)) return undefined
  if (/^\d+$/.test(whole)) return whole
  return /^\d{1,3}(\.\d{3})+$/.test(whole) || /^\d{1,3}(,\d{3})+$/.test(whole)
    ? whole.replaceAll(/[.,]/g, '')
    : undefined
}

const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'] as const

/** Days between the beginning of spreadsheets (30 December 1899) and that of Unix. */
const EPOCH_DAYS = 25_569

const two = (text: string): string => text.padStart(2, '0')

/**
 * A day as statements write it: `21/11/2026`, `21-11-26`, `21.11.2026`, `2026-11-21`, `21 nov 2026`, with or without a time, a spreadsheet's
 * number of days, or `21/11` of the last twelve months before `today`.
 */
export function readDay(cell: string, today: Day): Day | undefined {
  const text = plainText(cell.replace(/[T ]\d{1,2}:\d{2}.*$/, ''))
  if (/^\d{5}(\s\d+)?$/.test(text)) {
    const days = Number(cutText(text, 5)) - EPOCH_DAYS
    return days > 0 && days < 40_000 ? shiftDay('1970-01-01', days) : undefined
  }
  const iso = /^(\d{4}) (\d{1,2}) (\d{1,2})$/.exec(text)
  if (iso) return parseDay(`${iso[1]}-${two(iso[2] ?? '')}-${two(iso[3] ?? '')}`)
  const match = /^(\d{1,2}) (?:de )?(\d{1,2}|[a-z]{3,10})(?: (?:de )?(\d{4}|\d{2}))?$/.exec(text)
  const month = match && monthOf(match[2] ?? '')
  if (!match || month === undefined) return undefined
  const year = match[3]
  if (year !== undefined) return parseDay(`${year.length === 2 ? `20${year}` : year}-${month}-${two(match[1] ?? '')}`)
  const thisYear = Number(today.slice(0, 4))
  const days = [thisYear, thisYear - 1].map(candidate => parseDay(`${candidate}-${month}-${two(match[1] ?? '')}`))
  return days.find(day => day !== undefined && day <= today)
}

function monthOf(text: string): string | undefined {
  if (/^\d+$/.test(text)) return two(text)
  const at = MONTHS.findIndex(month => text.startsWith(month))
  return at < 0 ? undefined : two(String(at + 1))
}

/**
 * The RUTs in a text, normalised, in their order: `76.192.083-9`, `76192083-9`, `0761920839`. Digits alone count when their check digit is
 * right, so a number of an operation is rarely taken for one.
 */
export function rutsIn(text: string): string[] {
  const found = text.matchAll(/(?<![\dA-Za-z.-])(\d{1,3}(?:\.\d{3}){2}|\d{7,9})\s?-?\s?([\dKk])(?![\dA-Za-z])/g)
  const ruts = [...found].flatMap(([, digits = '', check = '']) => parseRut(`${digits}-${check}`) ?? [])
  return [...new Set(ruts)]
}

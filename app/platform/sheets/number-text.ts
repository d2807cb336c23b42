import { format, getFormatFromId, isDateFormat } from 'numfmt'

/**
 * How numbers of a workbook become texts. `shown`: as the program of a person in Chile shows them, for names and codes. `exact`: as they are
 * stored, for amounts, whose format may hide cents; dates are dates either way.
 */
export type Numbers = 'shown' | 'exact'

/** Excel takes no longer format. */
const MAX_FORMAT = 255
/** Formats of dates that each computer shows in its own way, by their numbers. */
const SYSTEM_DATES: Readonly<Record<number, string>> = { 14: 'dd-mm-yyyy', 22: 'dd-mm-yyyy hh:mm' }

/** The format of a number of the format's list, or of the workbook's own. */
export const formatOf = (id: number, own: ReadonlyMap<number, string>): string =>
  own.get(id) ?? SYSTEM_DATES[id] ?? getFormatFromId(id, 'es-CL') ?? 'General'

/** Days between the beginnings of the two calendars of workbooks (1900 and 1904). */
const DAYS_OF_1904 = 1462

/** The text of a number; one that is none stays as it is written. */
export function numberText(written: string, pattern: string, numbers: Numbers, is1904: boolean): string {
  const value = written.trim() === '' ? Number.NaN : Number(written)
  if (!Number.isFinite(value) || pattern.length > MAX_FORMAT) return written
  try {
    if (isDateFormat(pattern)) return dateText(is1904 ? value + DAYS_OF_1904 : value, pattern, numbers)
    return numbers === 'exact' ? written : format(pattern, value, { locale: 'es-CL', nbsp: false }).trim()
  } catch {
    return written
  }
}

function dateText(value: number, pattern: string, numbers: Numbers): string {
  // A time of day or a duration has no date.
  const isDay = value >= 1 && /[dy]/i.test(pattern.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ''))
  if (numbers === 'shown' || !isDay) return format(pattern, value, { locale: 'es-CL', nbsp: false }).trim()
  return format(value % 1 === 0 ? 'dd-mm-yyyy' : 'dd-mm-yyyy hh:mm', value, { locale: 'es-CL', nbsp: false })
}

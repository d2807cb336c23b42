import type { Pesos } from './money.ts'

/**
 * `$1.770.000`, as es-CL writes pesos, with the sign before a debt: `-$19.158`. Written out, because the browser needs
 * 30 ms of a phone's first seconds to build an Intl.NumberFormat of its own.
 */
export const formatPesos = (amount: Pesos): string => `${amount < 0 ? '-' : ''}$${grouped(amount)}`

/** `1.234`, as es-CL groups thousands. A fraction is rounded. */
export const formatInteger = (value: number): string => `${Math.round(value) < 0 ? '-' : ''}${grouped(value)}`

const grouped = (value: number): string => String(Math.abs(Math.round(value))).replace(/\B(?=(\d{3})+$)/g, '.')

/** `4:05`, minutes and seconds without a leading zero (specification 2, section 9). */
export const formatMinutesSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

/** `04:05`, as the live header of the questionnaire shows it. */
export const formatClock = (seconds: number): string =>
  `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

/** The word that agrees with a count: `falta` of one, `faltan` of none or more. */
export const inNumber = (count: number, one: string, many: string): string => (count === 1 ? one : many)

/** `1 persona`, `11 personas`: a count with its noun. */
export const countOf = (count: number, one: string, many: string): string =>
  `${formatInteger(count)} ${inNumber(count, one, many)}`

/** `1 de 8 áreas`, `1 de 1 área`: a part of a count with its noun, which agrees with the whole; a verb agrees with the part. */
export const partOf = (part: number, whole: number, one: string, many: string): string =>
  `${formatInteger(part)} de ${countOf(whole, one, many)}`

import type { Pesos } from './money.ts'

const clp = new Intl.NumberFormat('es-CL', { style: 'currency', currency: 'CLP', maximumFractionDigits: 0 })
const integer = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 0 })

/** `$1.770.000` or `-$19.158`: Chile writes the sign before the peso's, where Intl writes `$-19.158`. */
export const formatPesos = (amount: Pesos): string => `${amount < 0 ? '-' : ''}${clp.format(Math.abs(amount))}`

/** `1.234`, as es-CL groups thousands. */
export const formatInteger = (value: number): string => integer.format(value)

/** `4:05`, minutes and seconds without a leading zero (specification 2, section 9). */
export const formatMinutesSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

/** `04:05`, as the live header of the questionnaire shows it. */
export const formatClock = (seconds: number): string =>
  `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

/** `1 persona`, `11 personas`: a count with its noun. */
export const countOf = (count: number, one: string, many: string): string =>
  `${formatInteger(count)} ${count === 1 ? one : many}`

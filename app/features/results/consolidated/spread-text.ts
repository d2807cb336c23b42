import { agreementWord } from './consolidated.ts'

const twoDecimals = new Intl.NumberFormat('es-CL', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** A deviation with the two decimals by which agreement is judged: 0,98 is not 'bajo desde 1,0'. */
export const formatDeviation = (deviation: number | null): string =>
  deviation === null ? '–' : twoDecimals.format(deviation)

/** `Dispersión 0,80 · Acuerdo medio`. */
export const deviationText = (deviation: number): string =>
  `Dispersión ${formatDeviation(deviation)} · ${agreementWord(deviation)}`

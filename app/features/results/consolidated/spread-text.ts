import { agreementWord } from './consolidated.ts'

/** `Dispersión 0,8 · Acuerdo medio`. */
export const deviationText = (deviation: number): string =>
  `Dispersión ${deviation.toFixed(1).replace('.', ',')} · ${agreementWord(deviation)}`

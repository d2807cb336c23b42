import { foldIdentifier } from './fold.ts'

/**
 * Chile's tax number (RUT), however it is typed or copied ('RUT: 12.345.678–5'), normalised to `12345678-5`, or undefined when the check digit does not match.
 * Weights 2 to 7 from the right, 11 − sum mod 11, where 11 is 0 and 10 is K.
 */
export function parseRut(text: string): string | undefined {
  const compact = foldIdentifier(text)
    .toUpperCase()
    .replace(/^[^\p{L}\d]*R\.?U\.?[TN]\.?(?!\p{L})/u, '')
    .replace(/[\s.,:;'’‘`´·_"“”«»()-]/g, '')
  const match = /^0*(\d{1,8})([\dK])$/.exec(compact)
  const digits = match?.[1]?.replace(/^0+/, '')
  if (!digits) return undefined
  return checkDigit(digits) === match?.[2] ? `${digits}-${match[2]}` : undefined
}

/** `76.192.083-9`, as a person writes it. Takes a normalised RUT. */
export function formatRut(rut: string): string {
  const [digits = '', check = ''] = rut.split('-')
  return `${digits.replace(/\B(?=(\d{3})+$)/g, '.')}-${check}`
}

function checkDigit(digits: string): string {
  let sum = 0
  let weight = 2
  for (const digit of [...digits].reverse()) {
    sum += Number(digit) * weight
    weight = weight === 7 ? 2 : weight + 1
  }
  const rest = 11 - (sum % 11)
  return rest === 11 ? '0' : rest === 10 ? 'K' : String(rest)
}

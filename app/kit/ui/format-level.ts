/**
 * `3,4`: a level with one decimal, as es-CL writes it; a dash where there is none. Written out for the same reason as
 * pesos (format.ts): every card of the shop shows levels.
 */
export function formatLevel(level: number | null): string {
  if (level === null) return '–'
  // The exponent moves the decimal point as it is written: 1.15 × 10 and the like are not always the nearest number.
  const tenths = Math.round(Number(`${Math.abs(level)}e1`))
  return `${level < 0 && tenths > 0 ? '-' : ''}${Math.floor(tenths / 10)},${tenths % 10}`
}

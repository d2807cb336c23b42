import { formatPesos } from '#app/kernel/format.ts'
import { pesos } from '#app/kernel/money.ts'
import { bandOf, type PriceRange } from './price-range.ts'

/** A range in words; a band's lower end is the upper one of the band below, which reads rounder. */
export function priceLabel(range: PriceRange): string {
  const round = bandOf(range) && range.min !== null ? range.min - 1 : range.min
  const [min, max] = [round, range.max].map(amount => (amount === null ? null : formatPesos(pesos(amount))))
  if (min && max) return `${min} a ${max}`
  return min ? `${bandOf(range) ? 'Más de' : 'Desde'} ${min}` : `Hasta ${max}`
}

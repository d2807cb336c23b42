import { formatPesos } from '#app/kernel/format.ts'
import { pesos } from '#app/kernel/money.ts'
import { readWhole } from '#app/kit/forms/whole-number.ts'

/** Least payable prices in pesos (spec D57), both ends included; null is an open end. */
export type PriceRange = { min: number | null; max: number | null }

export const ANY_PRICE: PriceRange = { min: null, max: null }

/** The ranges that have counts, numbered like the database's price_band. */
export const PRICE_BANDS = [
  { band: 1, address: 'hasta-50000', min: null, max: 50_000 },
  { band: 2, address: '50000-150000', min: 50_001, max: 150_000 },
  { band: 3, address: '150000-300000', min: 150_001, max: 300_000 },
  { band: 4, address: 'mas-300000', min: 300_001, max: null },
] as const satisfies readonly (PriceRange & { band: number; address: string })[]

/** Above what a thousand people pay of the dearest product. */
const HIGHEST_PRICE = 100_000_000_000

/** The band of a range, if it is one. */
export const bandOf = ({ min, max }: PriceRange) => PRICE_BANDS.find(band => band.min === min && band.max === max)

export const isAnyPrice = ({ min, max }: PriceRange): boolean => min === null && max === null

/** Parses '$ 50.000' and '50000' alike; null (an open end) for undefined and invalid amounts. */
function readAmount(text: string | null): number | null {
  const amount = readWhole(text ?? '')
  return amount === undefined ? null : Math.min(amount, HIGHEST_PRICE)
}

/** Reads `price` (a band) or else `min` and `max` (pesos) of an address; reversed ends are swapped. */
export function parsePriceRange(params: URLSearchParams): PriceRange {
  const band = PRICE_BANDS.find(known => known.address === params.get('price'))
  if (band) return { min: band.min, max: band.max }
  const [min, max] = [readAmount(params.get('min')) || null, readAmount(params.get('max'))]
  return min !== null && max !== null && min > max ? { min: max || null, max: min } : { min, max }
}

/** The query fields of a range. */
export function priceEntries(range: PriceRange): [string, string][] {
  const band = bandOf(range)
  if (band) return [['price', band.address]]
  return (['min', 'max'] as const).flatMap((name): [string, string][] => {
    const amount = range[name]
    return amount === null ? [] : [[name, String(amount)]]
  })
}

/** The label of a range; a band's lower end is written as the upper end of the band below, which is a round number. */
export function priceLabel(range: PriceRange): string {
  const round = bandOf(range) && range.min !== null ? range.min - 1 : range.min
  const [min, max] = [round, range.max].map(amount => (amount === null ? null : formatPesos(pesos(amount))))
  if (min && max) return `${min} a ${max}`
  return min ? `${bandOf(range) ? 'Más de' : 'Desde'} ${min}` : `Hasta ${max}`
}

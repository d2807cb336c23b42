import type { CartChoice } from '#app/features/cart/cart.ts'
import { MAX_SEATS } from '#app/features/pricing/pricing.ts'
import { readWhole } from '#app/kit/forms/whole-number.ts'

/** Products that an order made by hand can have. */
export const MAX_HAND_LINES = 5

/** The names of a line's fields, in the address and in the form. */
export const lineNames = (line: number) => ({
  product: `product_${line}`,
  mode: `mode_${line}`,
  seats: `seats_${line}`,
})

export type HandLine = { product: string; mode: string; seats: string }

/** The lines as they were typed; a line that is not there is empty. */
export const readLines = (texts: Readonly<Record<string, string | undefined>>): HandLine[] =>
  Array.from({ length: MAX_HAND_LINES }, (_, index) => {
    const { product, mode, seats } = lineNames(index + 1)
    return { product: texts[product] ?? '', mode: texts[mode] ?? '', seats: texts[seats] ?? '' }
  })

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The choices of the lines that name a product; seats that are no number count as one. */
export const choicesOf = (lines: readonly HandLine[]): CartChoice[] =>
  lines.flatMap(({ product, mode, seats }): CartChoice[] => {
    if (!ID.test(product)) return []
    if (mode !== 'business') return [{ product_id: product, mode: 'self', seats: 1 }]
    return [{ product_id: product, mode, seats: Math.min(Math.max(readWhole(seats) ?? 1, 1), MAX_SEATS) }]
  })

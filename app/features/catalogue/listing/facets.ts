import type { Category, ProductType } from '#app/features/catalogue/catalogue.ts'
import { DURATIONS, type DurationFilter, type Filters, TYPES } from '#app/features/catalogue/filters.ts'
import { PRICE_BANDS, type PriceRange } from '#app/features/catalogue/price-range.ts'

/** How many of the found products share these values; `in_price` says whether they pass the price filter. */
export type Cell = {
  category: string
  type: ProductType
  duration_band: number
  price_band: number
  in_price: boolean
  products: number
}

/** A filter value with the number of products that selecting it would show under the other filters. */
type Counted<Value> = Value & { count: number }
export type Facets = {
  categories: Counted<Category>[]
  durations: Counted<{ value: DurationFilter }>[]
  types: Counted<{ value: ProductType }>[]
  prices: Counted<PriceRange & { address: string }>[]
  tags: Counted<{ name: string }>[]
}

export const NO_FACETS: Facets = { categories: [], durations: [], types: [], prices: [], tags: [] }

type Group = 'category' | 'type' | 'duration' | 'price'

/** The number of the database's duration_band for a filter, 0 for all. */
export const durationBand = (filter: DurationFilter): number =>
  DURATIONS.find(duration => duration.value === filter)?.band ?? 0

/** The filter groups that a cell's products fail. */
function failures(cell: Cell, filters: Filters): Group[] {
  const band = durationBand(filters.duration)
  const failed: (Group | false)[] = [
    filters.categories.length > 0 && !filters.categories.includes(cell.category) && 'category',
    filters.type !== 'all' && cell.type !== filters.type && 'type',
    band !== 0 && cell.duration_band !== band && 'duration',
    !cell.in_price && 'price',
  ]
  return failed.filter(group => group !== false)
}

/** Computes total and counts of a list from its cells, which contain every product that passes search and tags. */
export function countCells(
  cells: readonly Cell[],
  filters: Filters,
  categories: readonly Category[],
): { total: number } & Omit<Facets, 'tags'> {
  const judged = cells.map(cell => ({ cell, failed: failures(cell, filters) }))
  const count = (group: Group | undefined, has: (cell: Cell) => boolean): number => {
    let sum = 0
    for (const { cell, failed } of judged) {
      if (has(cell) && failed.every(other => other === group)) sum += cell.products
    }
    return sum
  }
  return {
    total: count(undefined, () => true),
    categories: categories.map(category => ({
      ...category,
      count: count('category', cell => cell.category === category.slug),
    })),
    durations: DURATIONS.filter(({ band }) => band > 0).map(({ value, band }) => ({
      value,
      count: count('duration', cell => cell.duration_band === band),
    })),
    types: TYPES.flatMap(({ value }) =>
      value === 'all' ? [] : [{ value, count: count('type', cell => cell.type === value) }],
    ),
    prices: PRICE_BANDS.map(({ band, address, min, max }) => ({
      address,
      min,
      max,
      count: count('price', cell => cell.price_band === band),
    })),
  }
}

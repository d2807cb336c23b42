import { cleanText, MAX_SEARCH_LENGTH } from '#app/features/catalogue/filters.ts'

/** Suggestions while typing; prices in pesos. `correction` is the corrected text. */
export type Suggestions = {
  products: { slug: string; name: string; price: string; category: string }[]
  categories: { name: string }[]
  correction: string | null
}

/** Minimum characters for suggestions. */
const SHORTEST_TEXT = 2

/** Normalises a typed text for requests; undefined while it is too short. */
export function suggestionText(typed: string): string | undefined {
  const text = cleanText(typed, MAX_SEARCH_LENGTH).toLowerCase()
  return text.length < SHORTEST_TEXT ? undefined : text
}

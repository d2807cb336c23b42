import { cleanText, MAX_SEARCH_LENGTH } from '#app/features/catalogue/filters.ts'
import { lengthOf } from '#app/kernel/text.ts'

/** Suggestions while typing; prices in pesos. `correction` is the corrected text. */
export type Suggestions = {
  products: { slug: string; name: string; price: string; category: string }[]
  categories: { name: string }[]
  correction: string | null
}

/**
 * What is said of a search that takes only the beginning of what was typed; undefined where it takes all. Of an address, which holds
 * no more than the beginning, one that is full may have been longer.
 */
export const searchedBeginning = (typed: string): string | undefined =>
  lengthOf(cleanText(typed, MAX_SEARCH_LENGTH + 1)) < MAX_SEARCH_LENGTH - 1
    ? undefined
    : `Buscamos por los primeros ${MAX_SEARCH_LENGTH} caracteres`

/** Minimum characters for suggestions. */
const SHORTEST_TEXT = 2

/** Normalises a typed text for requests; undefined while it is too short. */
export function suggestionText(typed: string): string | undefined {
  const text = cleanText(typed, MAX_SEARCH_LENGTH).toLowerCase()
  return text.length < SHORTEST_TEXT ? undefined : text
}

import { cleanText, MAX_SEARCH_LENGTH } from '#app/features/catalogue/filters.ts'

/** What is offered while somebody types; prices in pesos. `meant` is the text that the typed one was taken for. */
export type Suggestions = {
  products: { slug: string; name: string; price: string; category: string }[]
  categories: { name: string }[]
  meant: string | null
}

/** Letters from which on something is offered. */
const SHORTEST_TEXT = 2

/** A typed text as it is asked for, the same for every way to write it; undefined while it is too short. */
export function suggestionText(typed: string): string | undefined {
  const text = cleanText(typed, MAX_SEARCH_LENGTH).toLowerCase()
  return text.length < SHORTEST_TEXT ? undefined : text
}

import { fold } from '#app/features/catalogue/catalogue.ts'

/** A word of the shop that `input` may be a misspelling of; `sound` is the phonetic form of both. */
export type Candidate = { input: string; word: string; sound: string; input_sound: string; products: number }

/** A corrected text; `sure` when every replaced word is certain. */
export type Correction = { text: string; sure: boolean }

/** The edit distance between two words: insertion, deletion, substitution, transposition. */
export function editDistance(from: string, to: string): number {
  const [a, b] = [[...from], [...to]]
  let [before, last]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      current.push(
        Math.min(
          (current[column - 1] ?? 0) + 1,
          (last?.[column] ?? 0) + 1,
          (last?.[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1),
          swapped ? (before?.[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    ;[before, last] = [last, current]
  }
  return last?.[b.length] ?? 0
}

/**
 * The distance from the typed word to a candidate; letters of the same sound cost half, a word still being typed a
 * little more.
 */
function cost({ input, word, sound, input_sound }: Candidate): number {
  const written = fold(word)
  return Math.min(
    editDistance(input, written),
    editDistance(input_sound, sound) + 0.5,
    editDistance(input, written.slice(0, input.length)) + 0.75,
    editDistance(input_sound, sound.slice(0, input_sound.length)) + 1,
  )
}

/** Maximum distance of a certain correction, by the length of the typed word. */
const beyondDoubt = (length: number): number => (length < 4 ? 0.5 : length < 8 ? 1.5 : 2)

/** Shorter sounds are similar to too many words. */
const SHORTEST_SOUND = 3

/** The nearest candidate of a word, if any is near enough. */
function nearest(word: string, candidates: readonly Candidate[]): { word: string; sure: boolean } | undefined {
  const [best] = candidates
    .filter(candidate => candidate.input === word)
    .map(candidate => ({ ...candidate, cost: cost(candidate) }))
    .toSorted((a, b) => a.cost - b.cost || b.products - a.products || (a.word < b.word ? -1 : 1))
  const letters = Math.min(word.length, best?.input_sound.length ?? 0)
  if (!best || letters < SHORTEST_SOUND || best.cost > letters / 3) return undefined
  return { word: best.word, sure: best.cost <= beyondDoubt(word.length) }
}

/**
 * Corrects each unknown word of a text. A word without a similar one is dropped, and then the result is not certain;
 * undefined where nothing would be left.
 */
export function correct(
  text: string,
  unknown: readonly string[],
  candidates: readonly Candidate[],
): Correction | undefined {
  const corrections = new Map(unknown.map(word => [word, nearest(word, candidates)]))
  const words = text
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map(word => (corrections.has(fold(word)) ? corrections.get(fold(word))?.word : word))
    .filter(word => word !== undefined)
  if (words.length === 0 || unknown.length === 0) return undefined
  return { text: words.join(' '), sure: [...corrections.values()].every(found => found?.sure) }
}

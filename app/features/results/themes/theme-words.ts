import type { SplitText } from './split-words.ts'

/** What a form of a word is: of a stem, by its number from 0; or one of these. */
export const LINK = -1
export const EMPTY = -2

/** Links of a pair at most: 'calidad de los datos' has two. */
const MOST_LINKS = 2

/** A theme that may be shown, with where it is. */
export type Candidate = {
  /** Its stems, one or two. */
  stems: readonly number[]
  /** Indices of the texts that hold it, rising. */
  texts: readonly number[]
}

/**
 * Calls for every word of a text that has a stem, and with the one before where a phrase joins both; otherwise with -1.
 * @param kinds of each form the number of its stem, or `LINK` or `EMPTY`
 */
export function eachWord(
  { forms, joins }: SplitText,
  kinds: readonly number[],
  call: (at: number, stem: number, beforeAt: number, stemBefore: number) => void,
): void {
  let last = -1
  let lastStem = -1
  let links = 0
  for (let at = 0; at < forms.length; at += 1) {
    const kind = kinds[forms[at] ?? -1] ?? EMPTY
    if (!joins[at] || kind === EMPTY) last = -1
    if (kind === LINK) links += 1
    if (kind < 0) continue
    const isPair = last >= 0 && links <= MOST_LINKS && lastStem !== kind
    call(at, kind, isPair ? last : -1, isPair ? lastStem : -1)
    last = at
    lastStem = kind
    links = 0
  }
}

import { compareTexts } from '#app/kernel/spanish-order.ts'
import { selectQuotes } from './quotes.ts'
import type { SplitText } from './split-words.ts'
import type { Theme } from './theme.ts'
import { type Candidate, EMPTY, eachWord } from './theme-words.ts'
import { writtenForms } from './written-forms.ts'

/** Texts that have to hold a theme. */
export const THEME_TEXTS = 3
/** Maximum of themes of a question. */
const MOST_THEMES = 6
/** The share of a word's texts that have a pair with it from which the pair says it all, as a fraction. */
const PAIR_SHARE = 4 / 5

/**
 * The themes of one question's texts. They follow from these texts alone, in whatever order they are.
 * @param kinds of each form the number of its stem, or `LINK` or `EMPTY`
 */
export function writeThemes(texts: readonly SplitText[], kinds: readonly number[]): Theme[] {
  const found = listCandidates(texts, kinds).toSorted((a, b) => b.texts.length - a.texts.length)
  const least = found[MOST_THEMES - 1]?.texts.length ?? THEME_TEXTS
  const tied = found.filter(each => each.texts.length >= least)
  const forms = writtenForms(texts, kinds, tied)
  const shown = tied
    .map((each, index) => ({ ...each, theme: forms[index] ?? '' }))
    .toSorted((a, b) => b.texts.length - a.texts.length || compareTexts(a.theme, b.theme))
    .slice(0, MOST_THEMES)
  const quoted = new Set<string>()
  return shown.map(each => ({
    theme: each.theme,
    texts: each.texts.length,
    quotes: selectQuotes(texts, kinds, each, quoted),
  }))
}

/** Words and pairs of enough texts, without the words that a pair stands for. */
function listCandidates(texts: readonly SplitText[], kinds: readonly number[]): Candidate[] {
  const words = new Map<number, number[]>()
  texts.forEach((text, index) => {
    for (const form of text.forms) {
      const stem = kinds[form] ?? EMPTY
      if (stem >= 0) addOnce(words, stem, index)
    }
  })
  const isFrequent = (stem: number): boolean => (words.get(stem)?.length ?? 0) >= THEME_TEXTS
  const pairs = new Map<number, number[]>()
  const most = kinds.length + 1
  texts.forEach((text, index) => {
    eachWord(text, kinds, (_, stem, before, stemBefore) => {
      if (before >= 0 && isFrequent(stem) && isFrequent(stemBefore)) addOnce(pairs, stemBefore * most + stem, index)
    })
  })
  const found = [...pairs]
    .filter(([, held]) => held.length >= THEME_TEXTS)
    .map(([key, held]) => ({ stems: [Math.trunc(key / most), key % most], texts: held }))
  const largest = new Map<number, number>()
  for (const { stems, texts: held } of found)
    for (const stem of stems) largest.set(stem, Math.max(largest.get(stem) ?? 0, held.length))
  const single = [...words]
    .filter(([stem, held]) => isFrequent(stem) && (largest.get(stem) ?? 0) < PAIR_SHARE * held.length)
    .map(([stem, held]) => ({ stems: [stem], texts: held }))
  return [...found, ...single]
}

/** Adds a text to those of a key; texts come in their order. */
function addOnce(found: Map<number, number[]>, key: number, text: number): void {
  const held = found.get(key)
  if (!held) found.set(key, [text])
  else if (held.at(-1) !== text) held.push(text)
}

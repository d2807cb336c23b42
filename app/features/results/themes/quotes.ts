import type { SplitText } from './split-words.ts'
import { type Candidate, eachWord } from './theme-words.ts'

/** Quotes of a theme at most. */
const MOST_QUOTES = 2
/** Characters of a quote at most, with its ellipses; UTF-16 units, which are as many or more. */
export const QUOTE_LENGTH = 160

/** Where a theme is, in its sentence. */
type Place = {
  text: string
  /** Of the sentence, and of the theme. */
  from: number
  to: number
  start: number
  end: number
  /** The less, the better: whole sentences by their length, then those to cut, then those that are hardly more than the theme. */
  rank: number
}

const TO_CUT = 1e6
const BARE = 2e6
/** Characters of a sentence besides the theme that say nothing yet. */
const LITTLE = 3

/**
 * The shortest sentences that hold a theme, of different texts.
 * @param quoted what the question has quoted already; what is selected is added
 */
export function selectQuotes(
  texts: readonly SplitText[],
  kinds: readonly number[],
  { stems, texts: held }: Candidate,
  quoted: Set<string>,
): string[] {
  const places = held.flatMap(index => {
    const text = texts[index]
    const place = text && bestPlace(text, kinds, stems)
    return place ? [place] : []
  })
  const selected: string[] = []
  const ranks = Map.groupBy(places, ({ rank }) => rank)
  for (const rank of [...ranks.keys()].toSorted((a, b) => a - b)) {
    for (const quote of (ranks.get(rank) ?? []).map(quoteOf).toSorted()) {
      const key = quote.toLowerCase()
      if (quoted.has(key)) continue
      quoted.add(key)
      selected.push(quote)
      if (selected.length === MOST_QUOTES) return selected
    }
  }
  return selected
}

/** The best sentence of a text that holds a theme. */
function bestPlace(split: SplitText, kinds: readonly number[], stems: readonly number[]): Place | undefined {
  const [first, second] = stems
  let best: Place | undefined
  const consider = (from: number, to: number): void => {
    const place = placeAt(split.text, split.starts[from] ?? 0, split.ends[to] ?? 0)
    if (!best || place.rank < best.rank) best = place
  }
  eachWord(split, kinds, (at, stem, before, stemBefore) => {
    if (second === undefined) {
      if (stem === first) consider(at, at)
    } else if (before >= 0 && stem === second && stemBefore === first) consider(before, at)
  })
  return best
}

function placeAt(text: string, start: number, end: number): Place {
  let from = start
  while (from > 0 && !isBetween(text, from)) from -= 1
  let to = end
  while (to < text.length && !isBetween(text, to)) to += 1
  while (from < start && isSpace(text, from)) from += 1
  while (to > end && isSpace(text, to - 1)) to -= 1
  const length = to - from
  const rank = length - (end - start) <= LITTLE ? BARE + length : length > QUOTE_LENGTH ? TO_CUT + length : length
  return { text, from, to, start, end, rank }
}

const LINE_END = /[\n\r\u2028\u2029]/
const SENTENCE_END = /[.!?…]["'»”)]?$/
const SMALL = /\p{Ll}/u
const isSpace = (text: string, at: number): boolean => /\s/.test(text.charAt(at))

/** Whether a sentence ends before a place: with its line, or with its stop before a blank and what is no small letter. */
function isBetween(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  // Letters and digits, which most characters are.
  if (code !== 0x20 && code > 0x0d && code < 0x2028) return false
  const char = text.charAt(at)
  if (LINE_END.test(char)) return true
  if (!isSpace(text, at) || !SENTENCE_END.test(text.slice(Math.max(0, at - 2), at))) return false
  let next = at + 1
  while (next < text.length && isSpace(text, next)) next += 1
  return !SMALL.test(text.charAt(next))
}

const onOneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ')

function quoteOf({ text, from, to, start, end, rank }: Place): string {
  if (rank < TO_CUT || rank >= BARE) return onOneLine(text.slice(from, to))
  return cutAround(
    onOneLine(text.slice(from, start)),
    onOneLine(text.slice(start, end)),
    onOneLine(text.slice(end, to)),
  )
}

/** A part of a long sentence, from a word to a word, with an ellipsis where something was left out. */
function cutAround(before: string, held: string, after: string): string {
  const room = QUOTE_LENGTH - held.length
  const begins = before.length <= room / 2 ? before : fromWord(before, Math.floor(room / 2) - 1)
  const left = room - begins.length
  return begins + held + (after.length <= left ? after : toWord(after, left - 1))
}

/** The last words of a text, of at most `max` units; the text ends where the next word starts. */
function fromWord(text: string, max: number): string {
  const blank = text.indexOf(' ', text.length - max - 1)
  return `…${blank < 0 ? '' : text.slice(blank + 1)}`
}

/** The first words of a text, of at most `max` units. */
function toWord(text: string, max: number): string {
  const blank = text.lastIndexOf(' ', max)
  return `${blank < 0 ? '' : text.slice(0, blank).trimEnd()}…`
}

import { lazy } from './lazy.ts'

// Texts are measured in characters as PostgreSQL counts them (code points), everywhere: in the browser, on the server and in the
// database. An emoji is one or a few, never "two halves". Where a text is cut, it is cut between what people see as characters
// (graphemes), so that no cut leaves half an emoji or a letter without its accent.

const graphemes = /* @__PURE__ */ lazy(() => new Intl.Segmenter('es', { granularity: 'grapheme' }))

/** Below the combining marks every code unit but a line feed (CR LF) is a grapheme of its own. */
const isPlain = (unit: number): boolean => unit < 0x300 && unit !== 0x0a

/** Characters of a text as the database counts them: code points. */
export function lengthOf(text: string): number {
  let length = 0
  for (let at = 0; at < text.length; at += widthAt(text, at)) length += 1
  return length
}

/** Whether a text has more characters than `max`. */
export const isLonger = (text: string, max: number): boolean => text.length > max && lengthOf(text) > max

/**
 * The beginning of a text: whole graphemes, together at most `max` characters. A single grapheme that is longer (a letter under
 * a pile of accents) is cut between its code points. Never ends with half a surrogate pair.
 */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  let end = 0
  for (let characters = 0; characters < max && end < text.length; characters += 1) end += widthAt(text, end)
  if (end === text.length || (isPlain(text.charCodeAt(end - 1)) && isPlain(text.charCodeAt(end))))
    return text.slice(0, end)
  const begins = graphemes().segment(text).containing(end)?.index ?? end
  return text.slice(0, begins > 0 ? begins : end)
}

/** The same with an ellipsis where something was cut; the ellipsis counts. */
export const shorten = (text: string, max: number): string =>
  isLonger(text, max) ? `${cutText(text, max - 1).trimEnd()}…` : text

/** The first grapheme of a text, '' of an empty one. */
export const firstCharacter = (text: string): string => {
  for (const { segment } of graphemes().segment(text)) return segment
  return ''
}

/** A text that PostgreSQL takes, as a text and within JSON: without NUL, and with U+FFFD for half surrogate pairs. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '')

/** What PostgreSQL refuses within JSON, as `JSON.stringify` writes it. */
const REFUSED = /\\u(0000|d[89a-f])/

/** `JSON.stringify` with storable texts and names: for every JSON that the database is given. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value)
  return REFUSED.test(json) ? JSON.stringify(value, storableMember) : json
}

function storableMember(_: string, each: unknown): unknown {
  if (typeof each === 'string') return storable(each)
  if (typeof each !== 'object' || each === null || Array.isArray(each)) return each
  return Object.fromEntries(Object.entries(each).map(([name, member]) => [storable(name), member]))
}

/**
 * Format characters that change nothing but how a text is compared, or its direction: zero-width ones, soft hyphens, bidirectional
 * controls, fillers. Joiners of emoji and of scripts that join letters stay, and so do flags.
 */
const FORMAT =
  /(?<![\p{M}\p{sc=Arab}\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f)[\u200c\u200d]|(?!\u200c|\u200d|\p{Variation_Selector}|[\u{e0020}-\u{e007f}])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** A text without characters that nobody sees; '' where nothing is left to see. */
export function withoutUnseen(text: string): string {
  const seen = text.replaceAll(FORMAT, '')
  return isBlank(seen) ? '' : seen
}

/** What nobody sees: blanks, controls, format characters, half surrogate pairs, marks without a letter. */
const UNSEEN = /^[\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{M}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** Whether a text shows nothing at all. */
export const isBlank = (text: string): boolean => UNSEEN.test(text)

const widthAt = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)

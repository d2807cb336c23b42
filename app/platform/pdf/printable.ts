// Invisible characters, and those that reverse a line: controls, direction marks, joiners, variation selectors, half surrogates.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Variation_Selector}]+/gu
/** Pictographs as people write them: with skin, hair and joiners, flags, and keys. */
const PICTOGRAPHS =
  /(?:[\p{Extended_Pictographic}--[©®™]]\p{Emoji_Modifier}?\u{fe0f}?(?:\u{200d}[\p{Extended_Pictographic}]\p{Emoji_Modifier}?\u{fe0f}?)*|\p{Regional_Indicator}{1,2}|\p{Emoji_Modifier}|\u{fe0f}?\u{20e3})/gv

/** Whether a font has a code point: the brand's, or the one for the signs that it lacks. */
export type Coverage = { brand(codePoint: number): boolean; signs(codePoint: number): boolean }

/** What shows that something can't be printed: a box, as no text has it, because a question mark would ask. */
const MISSING = '▯'
/** What is left of a text of nothing but pictographs. */
const ONLY_PICTOGRAPHS = '(emoji)'

/**
 * A text as the documents' fonts can print it: composed, on one line. Letters and dashes that the brand's font lacks are its plain ones where
 * that changes nothing ('ﬁn' is 'fin', a hard hyphen a hyphen); signs such as ≥, → or ½ come from the second font. Pictographs that neither
 * has are left out; anything else shows as a box, so that it is seen to be missing.
 */
export function printable(text: string, covers: Coverage): string {
  const has = (symbol: string) => all(symbol, covers.brand) || all(symbol, covers.signs)
  const printed = text
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(PICTOGRAPHS, picture => drawn(picture, has))
    .replaceAll(UNSEEN, '')
  const symbols = Array.from(
    printed,
    symbol => plain(symbol, covers.brand) ?? [symbol, symbol.normalize('NFKC')].find(has) ?? MISSING,
  )
  const joined = symbols.join('').replaceAll(/ {2,}/g, ' ').trim()
  if (joined !== '' || text.trim() === '') return joined
  return new RegExp(PICTOGRAPHS.source, 'v').test(text) ? ONLY_PICTOGRAPHS : MISSING
}

const all = (symbols: string, covers: (codePoint: number) => boolean): boolean =>
  Array.from(symbols).every(symbol => covers(symbol.codePointAt(0) ?? 0))

/** A pictograph of one character, without its colours, if a font has it. */
function drawn(picture: string, has: (symbol: string) => boolean): string {
  const bare = picture.replaceAll(/\p{Variation_Selector}|\p{Emoji_Modifier}/gu, '')
  return Array.from(bare).length === 1 && has(bare) && !/\p{Regional_Indicator}|\u{20e3}/u.test(bare) ? bare : ''
}

/** A letter or a dash in the characters of the brand's font, where compatibility (NFKC) says that they are the same. */
function plain(symbol: string, brand: (codePoint: number) => boolean): string | undefined {
  if (all(symbol, brand)) return symbol
  if (/[\u2010\u2011\ufe63\uff0d]/.test(symbol)) return '-'
  // Raised letters and figures mean something by being raised.
  const same = /\p{Lu}|\p{Ll}|[\uff01-\uff5e]/u.test(symbol) ? symbol.normalize('NFKC') : symbol
  return same !== symbol && all(same, brand) ? same : undefined
}

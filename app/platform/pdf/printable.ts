// Invisible characters, and those that reverse a line: controls, direction marks, joiners, variation selectors, half surrogates.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Variation_Selector}]+/gu
const PICTOGRAPHS = /[\p{Extended_Pictographic}--[©®™]]|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u{20e3}/gv

/**
 * A text as the brand's font can print it: composed, on one line, without pictographs. A symbol that the font lacks shows as '?', so that it
 * is seen to be missing; so does a text of which nothing would be left, because a heading must not be empty.
 * @param covers whether the font has a code point.
 */
export function printable(text: string, covers: (codePoint: number) => boolean): string {
  const printed = Array.from(
    text.normalize('NFC').replaceAll(/\s+/g, ' ').replaceAll(PICTOGRAPHS, '').replaceAll(UNSEEN, ''),
    symbol => (covers(symbol.codePointAt(0) ?? 0) ? symbol : '?'),
  )
    .join('')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  return printed === '' && text.trim() !== '' ? '?' : printed
}

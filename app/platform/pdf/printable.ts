// What no reader sees, or what would turn a line around: controls, direction marks, joiners, variation selectors, half surrogates.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Variation_Selector}]+/gu
const PICTOGRAPHS = /[\p{Extended_Pictographic}--[©®™]]|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u{20e3}/gv

/**
 * A text as the house's font can print it: composed, on one line, without pictographs; a symbol that the font lacks shows as '?',
 * so that it is seen to be missing.
 * @param covers whether the font has a code point.
 */
export const printable = (text: string, covers: (codePoint: number) => boolean): string =>
  Array.from(
    text.normalize('NFC').replaceAll(/\s+/g, ' ').replaceAll(PICTOGRAPHS, '').replaceAll(UNSEEN, ''),
    symbol => (covers(symbol.codePointAt(0) ?? 0) ? symbol : '?'),
  )
    .join('')
    .replaceAll(/ {2,}/g, ' ')
    .trim()

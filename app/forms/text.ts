/** Control characters except line breaks, unpaired surrogates and bidirectional controls; PostgreSQL refuses NUL. */
const UNWANTED = /(?!\n)[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu

/** A text without unwanted characters, with normalised line breaks. */
export const withoutControls = (typed: string): string => typed.replaceAll(/\r\n?/g, '\n').replaceAll(UNWANTED, ' ')

/** A form's text as it is stored; line breaks stay. */
export const cleanLines = (typed: string): string =>
  withoutControls(typed.normalize('NFC'))
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

/** Control characters but the line break, half surrogates and marks that turn the direction of text around; PostgreSQL takes no NUL. */
const UNWANTED = /(?!\n)[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu

/** A text without characters that no text needs, and with line feeds alone between its lines. */
export const withoutControls = (typed: string): string => typed.replaceAll(/\r\n?/g, '\n').replaceAll(UNWANTED, ' ')

/** A text of a form as it is stored; several lines stay. */
export const cleanLines = (typed: string): string =>
  withoutControls(typed.normalize('NFC'))
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

/** Controls and marks that turn the direction of text around; PostgreSQL takes no NUL. */
const UNWANTED = /(?!\n)[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu

/** A text of a form without what no text needs; several lines stay. */
export const cleanLines = (typed: string): string =>
  typed
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(UNWANTED, ' ')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

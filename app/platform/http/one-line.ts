/** The text of a one-line field without pasted control characters (PostgreSQL refuses NUL) and line ends. */
export const oneLine = (typed: string): string =>
  typed
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim()

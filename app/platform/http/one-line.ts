import { withoutUnseen } from '#app/kernel/text.ts'

/** The text of a one-line field: without what nobody sees and without line ends; '' where nothing is left to see. */
export const oneLine = (typed: string): string =>
  withoutUnseen(typed.normalize('NFC'))
    .replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim()

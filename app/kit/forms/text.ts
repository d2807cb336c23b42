import { withoutUnseen } from '#app/kernel/text.ts'

/** The message for a text of more than `max` characters (code points: `lengthOf`). */
export const atMost = (max: number): string => `Puede tener hasta ${max.toLocaleString('es-CL')} caracteres`

/** Control characters except line breaks, and unpaired surrogates; PostgreSQL refuses NUL. */
const UNWANTED = /(?!\n)[\p{Cc}\p{Cs}]/gu

/** A text without unwanted characters, with normalised line breaks. */
export const withoutControls = (typed: string): string =>
  withoutUnseen(typed).replaceAll(/\r\n?/g, '\n').replaceAll(UNWANTED, ' ')

/** A form's text as it is stored; line breaks stay. '' where nothing is left to see. */
export const cleanLines = (typed: string): string =>
  withoutControls(typed.normalize('NFC'))
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

import { z } from 'zod'

/** The text of a one-line field without pasted control characters (PostgreSQL refuses NUL) and line ends. */
export const oneLine = (typed: string): string =>
  typed
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim()

/** A field of a form that is one line; one that was not sent is empty. @param max characters. */
export const lineField = (max: number) =>
  z
    .string()
    .default('')
    .transform(oneLine)
    .pipe(z.string().max(max, `Puede tener hasta ${max} caracteres`))

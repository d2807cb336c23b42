import { z } from 'zod'

/** What was typed into one line, without what pasting brings along: control characters (PostgreSQL takes no NUL) and line ends. */
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

import { z } from 'zod'

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

const tooLong = (most: number): string => `Puede tener hasta ${most.toLocaleString('es-CL')} caracteres`

/** Several lines of at most so many characters. */
export const lines = (most: number) =>
  z
    .string()
    .default('')
    .transform(cleanLines)
    .pipe(z.string().max(most, tooLong(most)))

/** One line of at most so many characters. */
export const line = (most: number) =>
  z
    .string()
    .default('')
    .transform(typed => cleanLines(typed).replaceAll(/\s+/g, ' '))
    .pipe(z.string().max(most, tooLong(most)))

/** One line that may not be empty; `missing` says so. */
export const named = (most: number, missing: string) => line(most).pipe(z.string().min(1, missing))

/** What stands in an address for a product or a category. */
export const slugText = z
  .string()
  .default('')
  .transform(typed => typed.trim().toLowerCase())
  .pipe(
    z.string().regex(/^[a-z0-9][a-z0-9-]{1,79}$/, 'Usa minúsculas sin tildes, números y guiones: de 2 a 80 caracteres'),
  )

/** '$ 249.990' as '249990'; what is no such number stays as it is, to be refused as it was typed. */
export function plainNumber(typed: string): string {
  const bare = typed.replaceAll(/[\s$]/g, '')
  return /^\d{1,3}(\.\d{3})+$/.test(bare) ? bare.replaceAll('.', '') : bare
}

/** A whole number as people type it ('249.990', '$ 249.990'), within limits. */
export const whole = (least: number, most: number, message: string) =>
  z
    .string()
    .default('')
    .transform(plainNumber)
    .pipe(z.string().regex(/^\d{1,9}$/, message))
    .transform(Number)
    .pipe(z.number().min(least, message).max(most, message))

/** A box that is ticked or not sent. */
export const ticked = z
  .string()
  .default('')
  .transform(value => value === 'si')

/** Titles and descriptions for search engines; empty: the page's own. */
export const SEO_TITLE = 70
export const SEO_DESCRIPTION = 160

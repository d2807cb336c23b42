import { z } from 'zod'
import { cleanLines } from '#app/forms/text.ts'
import { plainNumber } from '#app/forms/whole-number.ts'

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

import { z } from 'zod'
import { schemaOf } from '#app/kit/forms/schema.ts'
import { oneLine } from '#app/platform/http/one-line.ts'
import { SLUG_RULE, seoFields, slugField } from './category-form.ts'

/** The slug of a product or a category. */
export const slugText = schemaOf(slugField)
  .transform(typed => typed.toLowerCase())
  .pipe(z.string().regex(/^[a-z0-9][a-z0-9-]{1,79}$/, SLUG_RULE))

/** A description for search engines is one line, though its field is a textarea. */
export const seoDescription = schemaOf(seoFields.seo_description).transform(oneLine)

/** A checkbox: checked or absent. */
export const checkbox = z
  .string()
  .default('')
  .transform(value => value === 'si')

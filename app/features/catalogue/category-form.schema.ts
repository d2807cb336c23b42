import { z } from 'zod'
import { CATEGORY_FIELD_NAMES, type CategoryField, type CategoryValues } from './category-form.ts'
import { line, lines, named, SEO_DESCRIPTION, SEO_TITLE, slugText } from './form-text.schema.ts'
import { errorsOf, type FieldErrors } from './product-form.schema.ts'

const fields = z.object({
  name: named(80, 'Escribe el nombre'),
  slug: slugText,
  status: z.enum(['active', 'inactive'], 'Elige el estado'),
  description: lines(1_000),
  seo_title: line(SEO_TITLE),
  seo_description: line(SEO_DESCRIPTION),
})

export type CategoryEdit = z.infer<typeof fields>

/** A category from the texts of its form, or what is wrong with each of them. */
export function readCategory(
  values: CategoryValues,
): { ok: true; edit: CategoryEdit } | { ok: false; errors: FieldErrors<CategoryField> } {
  const parsed = fields.safeParse(values)
  return parsed.success
    ? { ok: true, edit: parsed.data }
    : { ok: false, errors: errorsOf(parsed.error, CATEGORY_FIELD_NAMES) }
}

import { z } from 'zod'
import { firstMessagePerField } from '#app/kit/forms/first-messages.ts'
import { shapeOf } from '#app/kit/forms/schema.ts'
import { type CategoryField, type CategoryValues, categoryFields } from './category-form.ts'
import { seoDescription, slugText } from './form-text.schema.ts'

const fields = z.object({ ...shapeOf(categoryFields), slug: slugText, seo_description: seoDescription })

export type CategoryEdit = z.infer<typeof fields>

/** Parses a category from its form, or returns the errors by field. */
export function readCategory(
  values: CategoryValues,
): { ok: true; edit: CategoryEdit } | { ok: false; errors: Partial<Record<CategoryField, string>> } {
  const parsed = fields.safeParse(values)
  return parsed.success ? { ok: true, edit: parsed.data } : { ok: false, errors: firstMessagePerField(parsed.error) }
}

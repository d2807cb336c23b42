import { cutText } from '#app/kernel/text.ts'

/** Characters of a field that are shown again: as many as a form may have, because no text is lost without a word. */
const MAX_SHOWN = 262_144

/** The typed values to show again: the named fields only, so that no password is returned. */
export const typedValues = <Field extends string>(
  form: FormData | Readonly<Record<string, string>>,
  fields: readonly Field[],
): Record<Field, string> =>
  Object.fromEntries(fields.map(field => [field, cutText(textOf(form, field), MAX_SHOWN)])) as Record<Field, string>

function textOf(form: FormData | Readonly<Record<string, string>>, field: string): string {
  const value = form instanceof FormData ? form.get(field) : form[field]
  return typeof value === 'string' ? value : ''
}

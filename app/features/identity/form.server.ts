import { postedForm } from '#app/platform/http/posted-form.server.ts'

/**
 * The texts of a posted form.
 * @throws 400 when the body is no form at all.
 */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const form = await postedForm(request)
  return Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

/** What was typed, to be shown again: the named fields only, so that no password comes back. */
export const typedValues = <Field extends string>(
  form: Record<string, string>,
  fields: readonly Field[],
): Record<Field, string> =>
  Object.fromEntries(fields.map(field => [field, (form[field] ?? '').slice(0, 1000)])) as Record<Field, string>

import type { z } from 'zod'
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

/** The errors of a form: the first message of each field; `form` has those without a field. */
export function firstMessagePerField(error: z.ZodError): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const issue of error.issues) errors[String(issue.path[0] ?? 'form')] ??= issue.message
  return errors
}

/** A row with a secret that the page shows once. */
export type Created = { id: string; secret: string }

/** A page's answer to one of its forms; `Field` and `Group` are the typed and selected values to be corrected. */
export type FormAnswer<Intent extends string = string, Field extends string = string, Group extends string = never> = {
  intent: Intent
  done: boolean
  /** Shown at the top of the page; fields with errors have their own messages. */
  text: string
  errors: Readonly<Record<string, string>>
  values: Partial<Record<Field, string> & Record<Group, readonly string[]>>
  created?: Created
  /** The person decided on outdated data. */
  stale?: true
}

/** Whether a field of the form is to be corrected. */
export const hasErrors = (answer: Pick<FormAnswer, 'errors'> | undefined): boolean =>
  answer !== undefined && Object.keys(answer.errors).length > 0

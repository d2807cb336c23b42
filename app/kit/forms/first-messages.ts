import type { z } from 'zod'

/** The errors of a form: the first message of each field; `form` has those without a field. */
export function firstMessagePerField(error: z.ZodError): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const issue of error.issues) errors[String(issue.path[0] ?? 'form')] ??= issue.message
  return errors
}

import type { z } from 'zod'

/** What is wrong with a form: the first message of each field; `form` holds what is about no field. */
export function firstMessagePerField(error: z.ZodError): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const issue of error.issues) errors[String(issue.path[0] ?? 'form')] ??= issue.message
  return errors
}

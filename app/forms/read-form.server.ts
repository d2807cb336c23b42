import { postedForm } from '#app/platform/http/posted-form.server.ts'

/**
 * The texts of a posted form.
 * @throws 400 when the body is no form at all.
 */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const form = await postedForm(request)
  return Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

import { postedForm } from '#app/platform/http/posted-form.server.ts'

/** The texts of a posted form; files are none. */
export const textsOf = (posted: FormData): Record<string, string> =>
  Object.fromEntries([...posted].filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

/**
 * The texts of a posted form.
 * @throws 400 when the body is no form at all.
 */
export const readForm = async (request: Request): Promise<Record<string, string>> => textsOf(await postedForm(request))

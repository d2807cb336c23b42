import { storable } from '#app/kernel/text.ts'
import { postedForm } from '#app/platform/http/posted-form.server.ts'

/** The texts of a posted form, as a database takes them (without NUL and halves of characters); files are none. */
export const textsOf = (posted: FormData): Record<string, string> =>
  Object.fromEntries(
    [...posted].flatMap(([name, value]) => (typeof value === 'string' ? [[name, storable(value)]] : [])),
  )

/**
 * The texts of a posted form.
 * @throws 400 when the body is no form at all.
 */
export const readForm = async (request: Request): Promise<Record<string, string>> => textsOf(await postedForm(request))

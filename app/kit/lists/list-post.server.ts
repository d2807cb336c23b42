import { data } from 'react-router'
import { postedForm } from '#app/platform/http/posted-form.server.ts'
import { readId } from './list-address.ts'
import { ALL_MATCHING, MAX_SELECTED, ROW } from './selected-rows.ts'

/** `everything`: all that matches the list's filters was selected, which then goes before the selected rows. */
type ListPost<Intent extends string> = { intent: Intent; ids: string[]; everything: boolean }

/**
 * The intent of a list's form, and its rows: one from its menu, or several from the bulk bar.
 * @throws 400 for an invalid body
 */
export const readListPost = async <Intent extends string>(
  request: Request,
  intents: readonly Intent[],
): Promise<ListPost<Intent>> => readListForm(await postedForm(request), intents)

/** The same for a parsed form, where a page has other forms besides. @throws 400 for an invalid body */
export function readListForm<Intent extends string>(form: FormData, intents: readonly Intent[]): ListPost<Intent> {
  const one = form.get('one')
  const [requested, input] =
    typeof one === 'string' ? [one.split(' ')[0], one.split(' ').slice(1)] : [form.get('intent'), form.getAll(ROW)]
  const intent = intents.find(known => known === requested)
  const ids = input.map(id => (typeof id === 'string' ? readId(id) : undefined)).filter(id => id !== undefined)
  if (intent === undefined || ids.length !== input.length || ids.length > MAX_SELECTED) throw data('Bad request', 400)
  return { intent, ids: [...new Set(ids)], everything: typeof one !== 'string' && form.get(ALL_MATCHING) !== null }
}

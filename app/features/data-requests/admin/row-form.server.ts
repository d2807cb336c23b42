import { data } from 'react-router'
import { z } from 'zod'

/** The id of an address whose last part is `new` for a row that does not exist yet. @throws 404 for anything else */
export function rowId(param: string): string | undefined {
  if (param === 'new') return undefined
  const id = z.uuid().safeParse(param)
  if (!id.success) throw data('Not found', 404)
  return id.data
}

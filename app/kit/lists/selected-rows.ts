import { readId } from './list-address.ts'
import { PAGE_SIZES } from './list-shape.ts'

/** Name of a row's checkbox, in forms and in the address of an export. */
export const ROW = 'row'

/** Name of the checkbox that chooses everything that matches the list's filters. */
export const ALL_MATCHING = 'todo'

/** The largest page size: more can't be selected. */
export const MAX_SELECTED = Math.max(...PAGE_SIZES)

type Address = Pick<URL, 'searchParams'>

/** What an export contains: the filtered list, or the selected rows of any date. */
export function exportRequest(url: Address): { url: Address; only: readonly string[] | undefined } {
  const input = url.searchParams.getAll(ROW)
  if (input.length === 0) return { url, only: undefined }
  const only = input.slice(0, MAX_SELECTED).flatMap(id => readId(id) ?? [])
  return { url: { searchParams: new URLSearchParams({ periodo: 'todo' }) }, only }
}

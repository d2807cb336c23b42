import { readId } from './list-address.ts'
import { PAGE_SIZES } from './list-shape.ts'

/** Name of the box of a row, in forms and in the address of an export. */
export const ROW = 'row'

/** Rows of the largest page: more cannot be ticked. */
export const MAX_TICKED = Math.max(...PAGE_SIZES)

type Address = Pick<URL, 'searchParams'>

/** What a file is asked for: the list as its address narrows it, or the rows that were ticked, of whatever date. */
export function exportRequest(url: Address): { url: Address; only: readonly string[] | undefined } {
  const input = url.searchParams.getAll(ROW)
  if (input.length === 0) return { url, only: undefined }
  const only = input.slice(0, MAX_TICKED).flatMap(id => readId(id) ?? [])
  return { url: { searchParams: new URLSearchParams({ periodo: 'todo' }) }, only }
}

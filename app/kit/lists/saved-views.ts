import { line } from '#app/kit/forms/fields.ts'
import { listHref, readListAddress } from './list-address.ts'
import type { ListAddress, ListShape } from './list-shape.ts'

/** A cookie with the staff's display preferences, so that the server renders the page accordingly. */
const COOKIE = 'alhena_admin'

/** Seconds: a year. */
const MAX_AGE = 31_536_000

/** The stored preferences by name. */
export function readPreferences(cookies: string | null): URLSearchParams {
  const pair = (cookies ?? '').split(/;\s*/).find(part => part.startsWith(`${COOKIE}=`))
  return new URLSearchParams(decodeOr(pair?.slice(COOKIE.length + 1) ?? ''))
}

function decodeOr(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** Keys of the columns of a list that a person has hidden; undefined before the first change. */
export const hiddenColumns = (request: Request, list: string): string[] | undefined =>
  readPreferences(request.headers.get('cookie')).get(`columnas-${list}`)?.split('.')

/** Stores the keys of the columns of a list that are hidden: a dot alone where all are shown. */
export const rememberColumns = (list: string, hidden: readonly string[]): void =>
  remember(`columnas-${list}`, hidden.length === 0 ? '.' : hidden.join('.'))

/** Stores a preference in this browser; an empty value removes it. */
export function remember(name: string, value: string): void {
  const stored = readPreferences(document.cookie)
  if (value === '') stored.delete(name)
  else stored.set(name, value)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
  document.cookie = `${COOKIE}=${encodeURIComponent(stored.toString())}; Path=/admin; Max-Age=${MAX_AGE}; SameSite=Lax`
}

/** A list with its search, filters, order and period, under a name that somebody gave it. */
export type SavedView = { id: string; name: string; query: string }

/** The name of a view. */
export const viewFields = {
  name: line({ label: 'Nombre de la vista', required: 'Escribe un nombre', max: 60, autoComplete: 'off' }),
} as const

/** Views that one person can save of one list. */
export const MAX_VIEWS = 20

/** Parameters of a position within a list: a view begins at its start. */
const POSITION = ['after', 'before', 'row']
const MAX_QUERY = 2000

/** The query of a list's address without its position; undefined when it is longer than any list's. */
export function viewQuery(text: string): string | undefined {
  const params = new URLSearchParams(text)
  for (const name of POSITION) params.delete(name)
  const query = String(params)
  return query.length > MAX_QUERY ? undefined : query
}

/**
 * The address of a view as this release's list reads it: a filter that is no more is left out, so that the others still
 * hold.
 */
export const viewHref = (shape: ListShape, { query }: SavedView): string =>
  listHref(shape, readListAddress(shape, new URLSearchParams(query)))

/** Whether a list is shown as the view has it, on whichever page. */
export const isShown = (shape: ListShape, address: ListAddress, view: SavedView): boolean =>
  viewHref(shape, view) === listHref(shape, address)

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

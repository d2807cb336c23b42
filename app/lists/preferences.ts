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

/** Names of the hidden columns of a list. */
export const hiddenColumns = (request: Request, list: string): string[] =>
  (readPreferences(request.headers.get('cookie')).get(`columnas-${list}`) ?? '').split('.').filter(Boolean)

/** Stores a preference in this browser; an empty value removes it. */
export function remember(name: string, value: string): void {
  const stored = readPreferences(document.cookie)
  if (value === '') stored.delete(name)
  else stored.set(name, value)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
  document.cookie = `${COOKIE}=${encodeURIComponent(stored.toString())}; Path=/admin; Max-Age=${MAX_AGE}; SameSite=Lax`
}

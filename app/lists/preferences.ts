/** What a browser of the staff remembers of the back office: a cookie, so that the server draws the page as it was left. */
const COOKIE = 'alhena_admin'

/** Seconds: a year. */
const KEPT = 31_536_000

/** What is remembered, by name. */
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

/** Names of the columns of a list that are not shown. */
export const hiddenColumns = (request: Request, list: string): string[] =>
  (readPreferences(request.headers.get('cookie')).get(`columnas-${list}`) ?? '').split('.').filter(Boolean)

/** Remembers something in this browser; an empty value forgets it. */
export function remember(name: string, value: string): void {
  const stored = readPreferences(document.cookie)
  if (value === '') stored.delete(name)
  else stored.set(name, value)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
  document.cookie = `${COOKIE}=${encodeURIComponent(stored.toString())}; Path=/admin; Max-Age=${KEPT}; SameSite=Lax`
}

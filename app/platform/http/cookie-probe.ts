/** The field of forms that open a session: the page that holds it has set a cookie, if the browser had none. */
export const COOKIE_PROBE_FIELD = 'cookie_probe'

/** The parameter of a page to which a form without scripts has led: whoever comes without a cookie keeps none. */
const COOKIE_MARK = 'cookies'

type Headed = { headers: Pick<Headers, 'get'> }

const hasCookie = ({ headers }: Headed): boolean => headers.get('cookie') !== null

/** The headers of a page with such a form: a cookie that says nothing, for the session of the browser. */
export const probeHeaders = (request: Headed, appUrl: string): Record<string, string> =>
  hasCookie(request)
    ? {}
    : {
        'Set-Cookie': `alhena_probe=1; Path=/; HttpOnly; SameSite=Lax${appUrl.startsWith('https://') ? '; Secure' : ''}`,
      }

/** Whether the browser that sends such a form keeps no cookies: its page had set one. A program's form has no such field. */
export const keepsNoCookies = (request: Headed, form: Readonly<Record<string, string>>): boolean =>
  form[COOKIE_PROBE_FIELD] !== undefined && !hasCookie(request)

/** Whether this browser keeps a cookie, asked by leaving one: `navigator.cookieEnabled` knows of some settings only. */
export function keepsCookies(): boolean {
  const name = 'alhena_test'
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: what browsers keep of it is the question.
    document.cookie = `${name}=1; Path=/; SameSite=Lax`
    const kept = document.cookie.includes(`${name}=1`)
    // biome-ignore lint/suspicious/noDocumentCookie: as above.
    document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax`
    return kept
  } catch {
    return false
  }
}

/** Whether a session was just opened for this browser, which has not kept it. */
export const hasLostCookie = (request: Headed, url: URL): boolean =>
  url.searchParams.has(COOKIE_MARK) && !hasCookie(request)

/** The address after a session was opened; one that can tell a lost cookie where no script can. */
export function withCookieMark(address: string, request: Headed, form: Readonly<Record<string, string>>): string {
  if (!keepsNoCookies(request, form)) return address
  return `${address}${address.includes('?') ? '&' : '?'}${COOKIE_MARK}=1`
}

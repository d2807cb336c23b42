import { MAX_AGE_MS } from '#app/platform/database/read-replica.server.ts'
import { isLoopbackHost } from '#app/platform/http/public-address.ts'
import type { RequestHead } from '#app/platform/http/request-head.ts'
import { newToken, tokenCookie } from '#app/platform/http/token-cookie.server.ts'

/** Longer than anything read from the replica can be old. */
const cookie = tokenCookie('alhena_wrote', { seconds: (2 * MAX_AGE_MS) / 1000 })

/** The same for everybody: it says when somebody wrote, not who. */
const MARK = newToken()

/** The header that marks a browser whose request may have written something: what it wrote must be in the next page that it sees. */
export const justWritten = (appUrl: string): string => cookie.set(MARK, appUrl)

/** Whether what this browser wrote may still be missing in a replica. Somebody who forges the mark sends reads to the primary. */
export const hasJustWritten = (request: Request, appUrl: string): boolean => cookie.read(request, appUrl) !== undefined

/**
 * The gateway returns the customer with a cross-site POST in some cases; it does not rely on the customer's session.
 */
const OPEN_TO_OTHER_ORIGINS = new Set(['/payment/return', '/payment/return/cotizacion'])

/**
 * Whether a modifying request comes from a page of this shop. Browsers send Origin with every POST; where it is
 * missing, Sec-Fetch-Site decides, and a client that sends neither is not a browser and has no visitor's cookies.
 */
export function isFromThisShop(request: RequestHead, path: string, appOrigin: string): boolean {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return true
  if (OPEN_TO_OTHER_ORIGINS.has(path)) return true
  const origin = request.headers.get('origin')
  // Pages without a referrer (confirmation, reset, questionnaires) post with an origin of null where no script runs.
  if (origin === 'null') return request.headers.get('sec-fetch-site') === 'same-origin'
  if (origin === null) {
    const site = request.headers.get('sec-fetch-site')
    return site === null || site === 'same-origin' || site === 'none'
  }
  if (origin === appOrigin) return true
  // On the same machine the shop may be opened under another local name, such as localhost for 127.0.0.1.
  if (!URL.canParse(origin)) return false
  const requested = new URL(origin)
  const isLocal = isLoopbackHost(requested.hostname) && isLoopbackHost(new URL(appOrigin).hostname)
  return isLocal && requested.protocol === new URL(appOrigin).protocol && requested.host === request.headers.get('host')
}

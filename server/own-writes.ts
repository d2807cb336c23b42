import { MAX_AGE_MS } from '#app/platform/database/read-replica.server.ts'
import { newToken, tokenCookie } from '#app/platform/http/token-cookie.server.ts'

/** Longer than anything read from the replica can be old. */
const cookie = tokenCookie('alhena_wrote', { seconds: (2 * MAX_AGE_MS) / 1000 })

/** The same for everybody: it says when somebody wrote, not who. */
const MARK = newToken()

/** The header that marks a browser whose request may have written something: what it wrote must be in the next page that it sees. */
export const justWritten = (appUrl: string): string => cookie.set(MARK, appUrl)

/** Whether what this browser wrote may still be missing in a replica. Somebody who forges the mark sends reads to the primary. */
export const hasJustWritten = (request: Request, appUrl: string): boolean => cookie.read(request, appUrl) !== undefined

import { MAX_AGE_MS } from '#app/platform/database/read-replica.server.ts'

/** Seconds for which a browser that has written is remembered: longer than anything read from the replica can be old. */
const SECONDS = (2 * MAX_AGE_MS) / 1000

/** Under https with the prefix that keeps other hosts from setting it, although it could do no more than send reads to the primary. */
const nameAt = (appUrl: string): string => (appUrl.startsWith('https://') ? '__Host-alhena_wrote' : 'alhena_wrote')

/** The header that marks a browser whose request may have written something: what it wrote must be in the next page that it sees. */
export const justWritten = (appUrl: string): string =>
  `${nameAt(appUrl)}=1; Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${appUrl.startsWith('https://') ? '; Secure' : ''}`

/** Whether what this browser wrote may still be missing in a replica. */
export function hasJustWritten(request: Request, appUrl: string): boolean {
  const mark = `${nameAt(appUrl)}=1`
  return (
    request.headers
      .get('cookie')
      ?.split(';')
      .some(cookie => cookie.trim() === mark) ?? false
  )
}

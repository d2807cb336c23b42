import { isToken, tokenCookie } from '#app/platform/http/token-cookie.server.ts'

/** Keeps a token for an hour while its user is at the bank: the bank's way back must not contain it. */
export const linkCookie = tokenCookie('alhena_cotizacion', { path: '/cotizacion', seconds: 3600 })

/** The token of an address, or else the one that the browser kept while its user was at the bank. */
export function readLinkToken(request: Request, appUrl: string): { token: string; isFromCookie: boolean } | undefined {
  const typed = new URL(request.url).searchParams.get('token')
  const token = typed ?? linkCookie.read(request, appUrl)
  return isToken(token) ? { token, isFromCookie: typed === null } : undefined
}

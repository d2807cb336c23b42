import { randomBytes } from 'node:crypto'

/** 32 bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/
const COOKIE = 'alhena_cotizacion'
const COOKIE_SECONDS = 3600

/** A secret of 32 random bytes in base64url, which only the link contains. */
export const newLinkToken = (): string => randomBytes(32).toString('base64url')

/** The token of an address, or else the one that the browser kept while its user was at the bank. */
export function readLinkToken(request: Request): { token: string; isFromCookie: boolean } | undefined {
  const typed = new URL(request.url).searchParams.get('token')
  const token = typed ?? keptToken(request)
  return token !== undefined && TOKEN.test(token) ? { token, isFromCookie: typed === null } : undefined
}

const keptToken = (request: Request): string | undefined =>
  request.headers
    .get('cookie')
    ?.split(';')
    .map(cookie => cookie.trim())
    .find(cookie => cookie.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1)

/** Keeps a token while its user is at the bank: the bank's way back must not contain it. */
export const linkCookie = (token: string, appUrl: string): string =>
  `${COOKIE}=${token}; Path=/cotizacion; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax${appUrl.startsWith('https://') ? '; Secure' : ''}`

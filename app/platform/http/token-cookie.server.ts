import { randomBytes } from 'node:crypto'
import type { RequestHead } from './request-head.ts'

/** 32 bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** A secret of 32 random bytes in base64url. The database keeps no more than its hash. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Whether a text has a token's shape; the database decides whether it is one. */
export const isToken = (text: string | null | undefined): text is string => typeof text === 'string' && TOKEN.test(text)

type TokenCookie = {
  /** The header that sets the cookie. */
  set(token: string, appUrl: string): string
  /** The header that removes the cookie. */
  clear(appUrl: string): string
  /** The token of a request's cookie, if it has the shape of one. */
  read(request: Pick<RequestHead, 'headers'>, appUrl: string): string | undefined
}

/**
 * A cookie that holds a token. Under https its name has the prefix with which browsers take it from no other host
 * (`__Host-`), or from no connection without encryption (`__Secure-`, where it belongs to one path).
 * @param seconds how long browsers keep it
 */
export function tokenCookie(name: string, { path = '/', seconds }: { path?: string; seconds: number }): TokenCookie {
  const nameAt = (appUrl: string) => {
    if (!appUrl.startsWith('https://')) return name
    return `${path === '/' ? '__Host-' : '__Secure-'}${name}`
  }
  const header = (appUrl: string, value: string, age: number) => {
    const secure = appUrl.startsWith('https://') ? '; Secure' : ''
    return `${nameAt(appUrl)}=${value}; Path=${path}; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`
  }
  return {
    set: (token, appUrl) => header(appUrl, token, seconds),
    clear: appUrl => header(appUrl, '', 0),
    read(request, appUrl) {
      const start = `${nameAt(appUrl)}=`
      const cookies = request.headers.get('cookie')?.split(';') ?? []
      const token = cookies
        .map(cookie => cookie.trim())
        .find(cookie => cookie.startsWith(start))
        ?.slice(start.length)
      return isToken(token) ? token : undefined
    },
  }
}

import { LRUCache } from 'lru-cache'
import type { RouteEntry } from '#app/platform/http/route-table.ts'
import { createRouteFinder } from './route-rules.ts'

/** Addresses that the HTTP entry answers without the table of routes. */
const FILES = ['/assets/', '/fonts/', '/pictures/', '/covers/', '/share/'] as const

/** Addresses whose pattern is kept, and the longest of them: a visitor may invent any number, of any length. */
const MAX_KNOWN = 1_000
const MAX_KNOWN_LENGTH = 200

/**
 * Names each address by the pattern of its route, so that figures by route have neither ids nor an unlimited number of names.
 * @param routes the table of app/routes.ts.
 */
export function createRouteNames(routes: readonly RouteEntry[]): (pathname: string) => string {
  const find = createRouteFinder(routes)
  const known = new LRUCache<string, string>({ max: MAX_KNOWN })
  return pathname => {
    const kept = known.get(pathname)
    if (kept !== undefined) return kept
    const files = FILES.find(folder => pathname.startsWith(folder))
    const name = files ? `${files}*` : find(pathname)?.path || '/'
    if (pathname.length <= MAX_KNOWN_LENGTH) known.set(pathname, name)
    return name
  }
}

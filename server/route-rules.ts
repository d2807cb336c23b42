import { LRUCache } from 'lru-cache'
import type { RouteEntry, RouteRules } from '#app/platform/http/route-table.ts'

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

const NO_RULES: RouteRules = {}

/**
 * Finds the rules of an address as the router finds its route: in any case, with escaped letters, with trailing
 * slashes, and for data requests.
 * @param routes the table of app/routes.ts. Of two matching routes, the one with more fixed segments wins.
 */
export function createRouteRules(routes: readonly RouteEntry[]): (pathname: string) => RouteRules {
  const all = patternsOf(routes)
  const ruled = all.filter(({ rules }) => rules !== NO_RULES)
  // Of the routes without rules only those count that would be taken for one that has some.
  const patterns = all.filter(
    ({ path, rules }) => rules !== NO_RULES || ruled.some(({ pattern }) => pattern.test(path)),
  )
  // Most addresses have no variables and are spelled as the table spells them. Of equal ones the first counts, as below.
  const plain = new Map(all.toReversed().flatMap(({ path, rules, variables }) => (variables ? [] : [[path, rules]])))
  return pathname => {
    const known = plain.get(pathname)
    if (known) return known
    const path = decodeSegments(pagePath(pathname))
    return patterns.find(({ pattern }) => pattern.test(path))?.rules ?? NO_RULES
  }
}

/**
 * Finds the route that the router would match, by any spelling of its address.
 * @param routes the table of app/routes.ts.
 */
function createRouteFinder(routes: readonly RouteEntry[]): (pathname: string) => { path: string } | undefined {
  // A splat matches what any other route does, so it comes last, and a shorter one after a longer.
  const specificity = (path: string): number => (path.endsWith('*') ? -path.length : Number.NEGATIVE_INFINITY)
  const all = patternsOf(routes).toSorted((a, b) =>
    specificity(a.path) < specificity(b.path) ? -1 : Number(specificity(a.path) > specificity(b.path)),
  )
  return pathname => {
    const path = decodeSegments(pagePath(pathname))
    return all.find(({ pattern }) => pattern.test(path))
  }
}

const patternsOf = (routes: readonly RouteEntry[]) =>
  pathsOf(routes)
    .map(({ path, rules }) => ({ path, pattern: patternOf(path), rules, variables: path.match(/[:*]/g)?.length ?? 0 }))
    .sort((a, b) => a.variables - b.variables)

/** Whether an address requests a page's data alone, as the router does inside the shop. */
export const isDataPath = (pathname: string): boolean => pathname.endsWith('.data')

const pagePath = (pathname: string): string => pathname.replace(/\/_\.data$/, '/').replace(/\.data$/, '')

/** Compares segments like the router: an escaped slash is not a separator. */
function decodeSegments(pathname: string): string {
  try {
    return pathname.split('/').map(decodeSegment).join('/')
  } catch {
    return pathname
  }
}

const decodeSegment = (segment: string): string => decodeURIComponent(segment).replaceAll('/', '%2F')

const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replaceAll(/[\\.+^${}()[\]|]/g, '\\$&')
      .replaceAll(/:\w+/g, '[^/]+')
      .replace(/\/\*$/, '(/.*)?')}/*$`,
    'i',
  )

function pathsOf(entries: readonly RouteEntry[], parent = ''): { path: string; rules: RouteRules }[] {
  return entries.flatMap(({ path, rules, index, children }) => {
    const own = path === undefined ? parent : `${parent}/${path}`
    const isRuled = rules !== undefined && Object.keys(rules).length > 0
    const here = path !== undefined || index || isRuled ? [{ path: own, rules: isRuled ? rules : NO_RULES }] : []
    return [...here, ...pathsOf(children ?? [], own)]
  })
}

/** A response that is the same for everybody: the HTTP layer caches it whole, so it must not depend on the visitor. */
export const PUBLIC_CACHE = { 'Cache-Control': 'public, max-age=0, s-maxage=60, stale-while-revalidate=300' } as const

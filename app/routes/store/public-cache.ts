/** An answer that is the same for everybody: the HTTP layer keeps it whole, so nothing in it may depend on who asks. */
export const PUBLIC_CACHE = { 'Cache-Control': 'public, max-age=0, s-maxage=60, stale-while-revalidate=300' } as const

import { createRequestLimit, networkOf } from '#app/platform/http/request-context.server.ts'

/** Requests that one address may make: generous for offices behind one address, too few for guessing or flooding. */
const READS = { points: 600, duration: 10 }
const WRITES = { points: 300, duration: 10 }
/** Pages that have to be made anew: each costs what a hundred cached ones do. */
const NOT_FOUND_LIMIT = { points: 100, duration: 10 }

/** Gives undefined, or the seconds after which an address may send its next request with such a method. */
export type RateLimit = (address: string, method: string) => number | undefined

/** Counts requests per address. Tries at passwords and access codes have their own, stricter limits in the database. */
export function createRateLimit(enabled: boolean): RateLimit {
  const reads = createRequestLimit(READS)
  const writes = createRequestLimit(WRITES)
  return (address, method) =>
    enabled ? (method === 'GET' || method === 'HEAD' ? reads : writes)(networkOf(address)) : undefined
}

/** Counts the pages that an address makes the server render anew. @returns a function that says whether it is over its share. */
export function createMissLimit(enabled: boolean): (address: string) => boolean {
  const misses = createRequestLimit(NOT_FOUND_LIMIT)
  return address => enabled && misses(networkOf(address)) !== undefined
}

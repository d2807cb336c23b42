import { networkOf } from '#app/platform/http/request-context.server.ts'
import type { SharedLimits } from '#app/platform/http/shared-limits.server.ts'

/** Requests per address: generous for offices behind one address, too few for guessing or flooding. */
const READS = { points: 600, duration: 10 }
const WRITES = { points: 300, duration: 10 }
/** Pages that must be rendered: each costs as much as a hundred cached ones. */
const NOT_FOUND_LIMIT = { points: 100, duration: 10 }

/**
 * Returns undefined, or the seconds after which an address may send its next request with this method.
 * @param points what the request costs, one by default.
 */
export type RateLimit = (address: string, method: string, points?: number) => number | undefined

/** Limits requests per address. Attempts at passwords and access codes have stricter limits in the database. */
export function createRateLimit(limits: SharedLimits, enabled: boolean): RateLimit {
  const reads = limits.limit('reads', READS)
  const writes = limits.limit('writes', WRITES)
  return (address, method, points) =>
    enabled ? (method === 'GET' || method === 'HEAD' ? reads : writes)(networkOf(address), points) : undefined
}

/**
 * Counts the pages that the server renders for an address. @returns a function that says whether it is over its limit.
 * @param name of what is counted.
 */
export function createMissLimit(limits: SharedLimits, name: string, enabled: boolean): (address: string) => boolean {
  const misses = limits.limit(name, NOT_FOUND_LIMIT)
  return address => enabled && misses(networkOf(address)) !== undefined
}

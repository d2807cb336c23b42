import { createRequestLimit, networkOf } from '#app/platform/http/request-context.server.ts'

/** Requests that one address may make: generous for offices behind one address, too few for guessing or flooding. */
const READS = { points: 600, duration: 10 }
const WRITES = { points: 300, duration: 10 }
/** Pages that have to be made anew: each costs what a hundred kept ones do. */
const MISSES = { points: 100, duration: 10 }

/**
 * Counts requests per address. Tries at passwords and access codes have their own, stricter limits in the database.
 * @returns a function that gives undefined, or the seconds after which the address may try again.
 */
export function createRateLimit(enabled: boolean) {
  const reads = createRequestLimit(READS)
  const writes = createRequestLimit(WRITES)
  return async (address: string, method: string): Promise<number | undefined> =>
    enabled ? (method === 'GET' || method === 'HEAD' ? reads : writes)(networkOf(address)) : undefined
}

/** Counts the pages that an address makes the server render anew. @returns a function that tells whether it is over its share. */
export function createMissLimit(enabled: boolean) {
  const misses = createRequestLimit(MISSES)
  return async (address: string): Promise<boolean> => enabled && (await misses(networkOf(address))) !== undefined
}

import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf } from '#app/platform/http/network.server.ts'

/** Requests that one address may make: generous for offices behind one address, too few for guessing or flooding. */
const READS = { points: 600, duration: 10 }
const WRITES = { points: 300, duration: 10 }
/** Pages that have to be made anew: each costs what a hundred kept ones do. */
const MISSES = { points: 100, duration: 10 }

/**
 * Counts requests per address in this process. Tries at passwords and access codes have their own, stricter limits in the
 * database.
 * @returns a function that gives undefined, or the seconds after which the address may try again.
 */
export function createRateLimit(enabled: boolean) {
  const reads = new RateLimiterMemory(READS)
  const writes = new RateLimiterMemory(WRITES)
  return async (address: string, method: string): Promise<number | undefined> => {
    if (!enabled) return undefined
    try {
      await (method === 'GET' || method === 'HEAD' ? reads : writes).consume(networkOf(address))
      return undefined
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
      throw refusal
    }
  }
}

/** Counts the pages that an address makes the server render anew. @returns a function that tells whether it is over its share. */
export function createMissLimit(enabled: boolean) {
  const misses = new RateLimiterMemory(MISSES)
  return async (address: string): Promise<boolean> => {
    if (!enabled) return false
    try {
      await misses.consume(networkOf(address))
      return false
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return true
      throw refusal
    }
  }
}

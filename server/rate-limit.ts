import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** Requests that one address may make: generous for offices behind one address, too few for guessing or flooding. */
const READS = { points: 600, duration: 10 }
const WRITES = { points: 300, duration: 10 }

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
      await (method === 'GET' || method === 'HEAD' ? reads : writes).consume(address)
      return undefined
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
      throw refusal
    }
  }
}

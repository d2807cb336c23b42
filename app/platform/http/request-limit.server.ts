import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/**
 * Counts what each key asks in this process: so many points in so many seconds.
 * @returns a function that takes points of a key's share (one, unless told) and gives undefined, or the seconds, at least one, after
 * which the key may ask again.
 */
export function createRequestLimit(share: { points: number; duration: number }) {
  const asked = new RateLimiterMemory(share)
  return async (key: string, points = 1): Promise<number | undefined> => {
    try {
      await asked.consume(key, points)
      return undefined
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
      throw refusal
    }
  }
}

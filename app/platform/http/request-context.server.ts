import { isIPv6 } from 'node:net'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { createContext } from 'react-router'

/** Marks the scripts that this render made, for the content security policy. */
export const nonceContext = createContext<string>()

/** Filled when a loader or the rendering failed, so that the HTTP layer can answer with the right status. */
export type Failure = { outage: boolean }
export const failureContext = createContext<{ current?: Failure }>()

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

/**
 * Whom an address is counted as. An IPv6 subscriber has a whole /64 network and may take another address of it for each request;
 * an IPv4 address that comes as IPv6 is itself.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.toLowerCase().split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(plain)) return address
  const [head = '', tail] = plain.split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail ? tail.split(':') : []
  const groups = tail === undefined ? front : [...front, ...Array(8 - front.length - back.length).fill('0'), ...back]
  return `${groups
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

import { isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'
import { createContext } from 'react-router'

/** Marks the scripts that this render made, for the content security policy. */
export const nonceContext = createContext<string>()

/** Filled when a loader or the rendering failed, so that the HTTP layer can answer with the right status. */
export type Failure = { outage: boolean }
export const failureContext = createContext<{ current?: Failure }>()

/** Keys that are counted at a time; beyond that, the least recently seen are dropped and start at zero. */
const MAX_KEYS = 20_000

/**
 * Limits the requests of each key in this process to a number of points per period, starting with its first request.
 * @returns a function that takes points of a key (one by default) and returns undefined, or the seconds, at least one,
 * until the next allowed request.
 */
export function createRequestLimit(share: { points: number; duration: number }) {
  const counts = new LRUCache<string, { points: number }>({ max: MAX_KEYS, ttl: share.duration * 1000 })
  return (key: string, points = 1): number | undefined => {
    const count = counts.get(key) ?? { points: 0 }
    if (count.points === 0) counts.set(key, count)
    count.points += points
    if (count.points <= share.points) return undefined
    return Math.max(1, Math.ceil(counts.getRemainingTTL(key) / 1000))
  }
}

/**
 * The key under which an address is counted. An IPv6 subscriber has a whole /64 network and may change the address with
 * each request; an IPv4-mapped address counts as IPv4.
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

import { isIPv6 } from 'node:net'
import { createContext } from 'react-router'

/** Marks the scripts that this render made, for the content security policy. */
export const nonceContext = createContext<string>()

/** Modules that this page imports at once, as paths in the project: their scripts are preloaded. Set by its loader. */
export const importedAtOnceContext = createContext<readonly string[]>([])

/** Whether an invitation may have led to this page, so that its address may bring an access code. Set by its loader. */
export const invitedContext = createContext(false)

/** Filled when a loader or the rendering failed, so that the HTTP layer can answer with the right status. */
export type Failure = { outage: boolean }
export const failureContext = createContext<{ current?: Failure }>()

/**
 * The key under which an address is counted. An IPv6 subscriber has a whole /64 network and may change the address with
 * each request; an IPv4-mapped address counts as IPv4.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
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

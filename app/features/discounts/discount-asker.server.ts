import { isIPv6 } from 'node:net'

/** Whose tries at codes are counted together: a signed-in buyer's, or those from one network address. */
export type DiscountAsker = { userId: string } | { address: string }

/** The name under which tries are counted. One household or office has 2^64 addresses of IPv6: its network counts as one. */
export function askerName(asker: DiscountAsker): string {
  if ('userId' in asker) return `user:${asker.userId}`
  const address = asker.address.split('%')[0] ?? ''
  return `address:${isIPv6(address) && !address.includes('.') ? networkOf(address) : address.slice(0, 60)}`
}

/** The first 64 of an address's 128 bits. */
function networkOf(address: string): string {
  const [head = '', tail] = address.split('::')
  const groups = (part: string | undefined) => (part ? part.split(':') : [])
  const [before, after] = [groups(head), groups(tail)]
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')
}

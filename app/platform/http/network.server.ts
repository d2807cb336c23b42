import { isIPv6 } from 'node:net'

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

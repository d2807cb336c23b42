import { BlockList, isIPv4, isIPv6 } from 'node:net'

// Addresses of this machine, its network or its cloud's metadata, and special ones (RFC 6890 and successors).
const closed = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local, with the metadata service of every large cloud.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Alibaba's metadata service lies in 100.64.0.0/10; Azure's wire server does not.
  ['168.63.129.16', 32],
] as const)
  closed.addSubnet(network, bits, 'ipv4')

// Of IPv6 only 2000::/3 is public, except ranges that embed an IPv4 address or are reserved.
const world = new BlockList()
world.addSubnet('2000::', 3, 'ipv6')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const)
  closed.addSubnet(network, bits, 'ipv6')

/** Whether an IP address, in digits, is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closed.check(address, 'ipv4')
  if (!isIPv6(address) || address.includes('%')) return false
  return world.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])
// A server that listens on IPv6 as well sees IPv4 clients with a mapped address.
const LOOPBACK_ADDRESSES: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Whether a URL's `hostname` names this machine itself. */
export const isLoopbackHost = (hostname: string): boolean => LOOPBACK_HOSTS.has(hostname)

/** Whether an IP address, in digits, is one of this machine itself. */
export const isLoopbackAddress = (address: string): boolean => LOOPBACK_ADDRESSES.has(address)

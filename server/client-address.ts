import type { IncomingMessage } from 'node:http'

/** The visitor's network address of a request as Node received it. */
export function addressOf({ socket, headers }: IncomingMessage, hops: number): string {
  return clientAddress(socket.remoteAddress ?? '', textOf(headers['x-forwarded-for']), hops)
}

/** A header's value, of several lines together. */
export const textOf = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value

/**
 * The visitor's network address. Each configured proxy has appended the address that it saw to x-forwarded-for; entries
 * further left come from the visitor and are ignored.
 * @param socketAddress remote address of the connection.
 * @param hops proxies between the visitor and this server.
 */
export function clientAddress(socketAddress: string, forwardedFor: string | undefined, hops: number): string {
  if (hops === 0 || !forwardedFor) return socketAddress
  return forwardedFor.split(',').at(-hops)?.trim() || socketAddress
}

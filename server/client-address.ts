/**
 * The visitor's network address. Each configured proxy has appended the address that it saw to x-forwarded-for; entries
 * further left come from the visitor and are ignored.
 * @param socketAddress remote address of the connection.
 * @param hops proxies between the visitor and this server.
 */
export function clientAddress(socketAddress: string, forwardedFor: string | undefined, hops: number): string {
  if (hops === 0 || !forwardedFor) return socketAddress
  const chain = forwardedFor.split(',').map(part => part.trim())
  return chain.at(-hops) || socketAddress
}

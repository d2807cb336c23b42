import { cutText } from '#app/kernel/text.ts'
import { networkOf } from '#app/platform/http/request-context.server.ts'

/**
 * The key under which attempts at codes are counted: a signed-in buyer, or a network address whoever is signed in
 * there. A simulation is not counted; it is for a customer or for a new one.
 */
export type DiscountClient =
  | { userId: string }
  | { address: string; buyerId?: string | undefined }
  | { simulatedBuyerId: string | undefined }

/** The customer whose uses of a code count; undefined while nobody is signed in. */
export function buyerOf(client: DiscountClient | undefined): string | undefined {
  if (!client) return undefined
  if ('userId' in client) return client.userId
  return 'address' in client ? client.buyerId : client.simulatedBuyerId
}

/** The key under which attempts are counted, at most 68 characters; undefined where they are not counted. */
export function clientKey(client: DiscountClient | undefined): string | undefined {
  if (!client || 'simulatedBuyerId' in client) return undefined
  return 'userId' in client ? `user:${client.userId}` : `address:${cutText(networkOf(client.address), 60)}`
}

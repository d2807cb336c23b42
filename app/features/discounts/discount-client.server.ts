import { networkOf } from '#app/platform/http/request-context.server.ts'

/**
 * Whose tries at codes are counted together: a signed-in buyer's, or those from one network address, whoever is signed in there. A
 * simulation guesses nothing, and is for a customer or for somebody new.
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

/** The name under which tries are counted, at most 68 characters; undefined where none are. */
export function clientKey(client: DiscountClient | undefined): string | undefined {
  if (!client || 'simulatedBuyerId' in client) return undefined
  return 'userId' in client ? `user:${client.userId}` : `address:${networkOf(client.address).slice(0, 60)}`
}

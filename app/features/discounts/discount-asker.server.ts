import { networkOf } from '#app/platform/http/request-context.server.ts'

/**
 * Whose tries at codes are counted together: a signed-in buyer's, or those from one network address, whoever is signed in there. A
 * simulation guesses nothing, and is for a customer or for somebody new.
 */
export type DiscountAsker =
  | { userId: string }
  | { address: string; buyerId?: string | undefined }
  | { simulatedBuyerId: string | undefined }

/** The customer whose uses of a code count; undefined while nobody is signed in. */
export function buyerOf(asker: DiscountAsker | undefined): string | undefined {
  if (!asker) return undefined
  if ('userId' in asker) return asker.userId
  return 'address' in asker ? asker.buyerId : asker.simulatedBuyerId
}

/** The name under which tries are counted, at most 68 characters; undefined where none are. */
export function askerName(asker: DiscountAsker | undefined): string | undefined {
  if (!asker || 'simulatedBuyerId' in asker) return undefined
  return 'userId' in asker ? `user:${asker.userId}` : `address:${networkOf(asker.address).slice(0, 60)}`
}

import { networkOf } from '#app/platform/http/network.server.ts'

/** Whose tries at codes are counted together: a signed-in buyer's, or those from one network address. */
export type DiscountAsker = { userId: string } | { address: string }

/** The name under which tries are counted, at most 68 characters. */
export const askerName = (asker: DiscountAsker): string =>
  'userId' in asker ? `user:${asker.userId}` : `address:${networkOf(asker.address).slice(0, 60)}`

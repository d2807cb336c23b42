/** Connections that each pool of a process may open. */
export type PoolSizes = Record<'people' | 'shop' | 'owner', number>

/** The fewest connections with which no request waits for itself: a sign-in uses two of the owner's at a time. */
export const FEWEST_CONNECTIONS = 12
/** One stays open for notifications. */
const LISTENING = 1

/**
 * Divides the connections of one process: one listens, two sevenths are for the shop's own work (background work among it), a
 * seventh for the owner's, the others for people's requests.
 * @param total `FEWEST_CONNECTIONS` or more.
 */
export function poolSizes(total: number): PoolSizes {
  const rest = total - LISTENING
  const owner = Math.max(4, Math.floor(rest / 7))
  const shop = Math.max(2, Math.floor((rest * 2) / 7))
  return { people: rest - owner - shop, shop, owner }
}

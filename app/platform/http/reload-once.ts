/** Whether the shop answers at all: something in the browser may refuse one address alone. */
export const isReached = (): Promise<boolean> =>
  fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

const MARK = 'alhena.reloaded'

/** Milliseconds within which a second reload would be a loop. */
const LOOP = 60_000

/**
 * Loads an address as a whole page, because a file of this release is gone after a deployment.
 * @returns false when it was tried a moment ago, or may have been: then the cause is another one.
 */
export function reloadOnce(address: string): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(MARK) ?? 0) < LOOP) return false
    sessionStorage.setItem(MARK, String(Date.now()))
  } catch {
    // Without storage a first attempt can't be distinguished from a loop.
    return false
  }
  location.assign(address)
  return true
}

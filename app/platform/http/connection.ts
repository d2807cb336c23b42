/** Whether the shop can be reached from this browser, by `navigator.onLine` and the outcome of the last requests. */

/** Milliseconds between checks whether the shop responds again. */
const POLL_MS = 4000

let unanswered = false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const notify = () => {
  for (const listener of listeners) listener()
}

function checkConnection() {
  clearTimeout(timer)
  if (!unanswered || listeners.size === 0) return
  timer = setTimeout(async () => {
    // Without a network the browser would log an error for each attempt.
    if (navigator.onLine) await fetchFromShop('/healthz', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
    checkConnection()
  }, POLL_MS)
}

function note(failed: boolean) {
  if (unanswered === failed) return
  unanswered = failed
  notify()
  checkConnection()
}

/**
 * `fetch`, noting whether the shop could be reached.
 * @throws as `fetch` does.
 */
export async function fetchFromShop(address: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(address, init)
    note(false)
    return response
  } catch (error) {
    if (!init.signal?.aborted) note(true)
    throw error
  }
}

/** For useSyncExternalStore. */
export const connection = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    window.addEventListener('online', notify)
    window.addEventListener('offline', notify)
    checkConnection()
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      clearTimeout(timer)
      window.removeEventListener('online', notify)
      window.removeEventListener('offline', notify)
    }
  },
  isThere: (): boolean => navigator.onLine && !unanswered,
}

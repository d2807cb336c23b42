/** Pages that are rendered at once; more would only make each of them later. */
const AT_ONCE = 4
/** Requests that may wait for their turn; beyond, the shop is being flooded and says so at once. */
const WAITING = 100

/** Lets a few renders run at a time. @returns a function that runs `work` in its turn, or gives undefined when too many wait. */
export function createRenderQueue(atOnce = AT_ONCE, waiting = WAITING) {
  let running = 0
  const queue: (() => void)[] = []
  return async <Value>(work: () => Promise<Value>): Promise<Value | undefined> => {
    if (running >= atOnce) {
      if (queue.length >= waiting) return undefined
      await new Promise<void>(resolve => queue.push(resolve))
    }
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
      queue.shift()?.()
    }
  }
}

/** Pages that are rendered at once; more would only make each of them later. */
const AT_ONCE = 4
/** Requests that may wait for their turn; beyond, the shop is being flooded and says so at once. */
const WAITING = 100

/**
 * Lets a few renders run at a time. @returns a function that runs `work` in its turn, or gives undefined when too many wait. `work` may
 * give its turn away before it ends: what only waits for somebody else keeps no page from being rendered.
 */
export function createRenderQueue(atOnce = AT_ONCE, waiting = WAITING) {
  let running = 0
  const queue: (() => void)[] = []
  return async <Value>(work: (leave: () => void) => Promise<Value>): Promise<Value | undefined> => {
    if (running >= atOnce) {
      if (queue.length >= waiting) return undefined
      await new Promise<void>(resolve => queue.push(resolve))
    }
    running += 1
    let isIn = true
    const leave = () => {
      if (!isIn) return
      isIn = false
      running -= 1
      queue.shift()?.()
    }
    try {
      return await work(leave)
    } finally {
      leave()
    }
  }
}

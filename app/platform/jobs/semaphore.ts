/**
 * Lets a few works run at a time. @returns a function that runs `work` in its turn, or gives undefined when more than `waiting` wait for
 * theirs already. `work` may give its turn away before it ends: what only waits for somebody else keeps nothing from being done.
 */
export function createSemaphore(atOnce: number, waiting: number) {
  let running = 0
  const queue: (() => void)[] = []
  return async <Value>(work: (leave: () => void) => Promise<Value>): Promise<Value | undefined> => {
    if (running < atOnce) running += 1
    else if (queue.length >= waiting) return undefined
    // Whoever leaves hands the place over: it is never free for somebody who comes between.
    else await new Promise<void>(resolve => queue.push(resolve))
    let isIn = true
    const leave = () => {
      if (!isIn) return
      isIn = false
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
    try {
      return await work(leave)
    } finally {
      leave()
    }
  }
}

/**
 * A semaphore with a bounded queue. @returns a function that runs `work` when a slot is free, or returns undefined when
 * more than `waiting` are queued. `work` may release its slot early, when it only waits for something else.
 */
export function createSemaphore(atOnce: number, waiting: number) {
  let running = 0
  const queue: (() => void)[] = []
  return async <Value>(work: (leave: () => void) => Promise<Value>): Promise<Value | undefined> => {
    if (running < atOnce) running += 1
    else if (queue.length >= waiting) return undefined
    // A released slot goes directly to the queue, so that a newcomer can't take it.
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

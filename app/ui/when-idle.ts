/** Runs `work` once the browser has nothing better to do. Safari has no requestIdleCallback. @returns how to call it off. */
export function whenIdle(work: () => void): () => void {
  if (typeof window.requestIdleCallback === 'function') {
    const handle = window.requestIdleCallback(work)
    return () => window.cancelIdleCallback(handle)
  }
  const timer = setTimeout(work, 2000)
  return () => clearTimeout(timer)
}

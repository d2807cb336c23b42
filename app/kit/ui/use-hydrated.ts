import { useSyncExternalStore } from 'react'

/** Runs `work` once the browser is idle. Safari has no requestIdleCallback. @returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  if (typeof window.requestIdleCallback === 'function') {
    const handle = window.requestIdleCallback(work)
    return () => window.cancelIdleCallback(handle)
  }
  const timer = setTimeout(work, 2000)
  return () => clearTimeout(timer)
}

const never = () => () => undefined

/** False on the server and while its page comes to life, true from then on. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

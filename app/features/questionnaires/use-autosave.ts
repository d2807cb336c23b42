import { useEffect, useState, useSyncExternalStore } from 'react'
import { type AutosaveStart, createAutosave } from './autosave.ts'

/**
 * Saves a run's answers as they are given and tells how that goes. What it starts with counts once: later values of the same
 * props do not undo what somebody answered meanwhile.
 */
export function useAutosave(given: Omit<AutosaveStart, 'age'>) {
  const withDocument = useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
  const [autosave] = useState(() => createAutosave({ ...given, age: withDocument ? sinceDocument : () => 0 }))
  const snapshot = useSyncExternalStore(autosave.subscribe, autosave.snapshot, autosave.snapshot)
  useEffect(() => autosave.start(), [autosave])
  return { ...snapshot, autosave }
}

const never = () => () => {}

/** Milliseconds since the first byte of the page; what a page is opened with came in it. What is fetched later is fresh. */
function sinceDocument(): number {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation instanceof PerformanceNavigationTiming ? performance.now() - navigation.responseStart : 0
}

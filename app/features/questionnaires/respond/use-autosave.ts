import { useEffect, useState, useSyncExternalStore } from 'react'
import { type AutosaveStart, createAutosave } from './autosave.ts'

/**
 * Saves a run's answers as they are given and reports the state. Only the initial values count: later props do not
 * overwrite what was answered meanwhile.
 */
export function useAutosave(input: Omit<AutosaveStart, 'age'>) {
  const withDocument = useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
  const [autosave] = useState(() => createAutosave({ ...input, age: withDocument ? sinceDocument : () => 0 }))
  const snapshot = useSyncExternalStore(autosave.subscribe, autosave.snapshot, autosave.snapshot)
  useEffect(() => autosave.start(), [autosave])
  return { ...snapshot, autosave }
}

const never = () => () => {}

/** Milliseconds since the first byte of the document, which contained the initial data. */
function sinceDocument(): number {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation instanceof PerformanceNavigationTiming ? performance.now() - navigation.responseStart : 0
}

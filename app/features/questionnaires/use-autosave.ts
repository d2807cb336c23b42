import { useEffect, useState, useSyncExternalStore } from 'react'
import { type AutosaveStart, createAutosave } from './autosave.ts'

/**
 * Saves a run's answers as they are given and tells how that goes. What it starts with counts once: later values of the same
 * props do not undo what somebody answered meanwhile.
 */
export function useAutosave(given: AutosaveStart) {
  const [autosave] = useState(() => createAutosave(given))
  const snapshot = useSyncExternalStore(autosave.subscribe, autosave.snapshot, autosave.snapshot)
  useEffect(() => autosave.start(), [autosave])
  return { ...snapshot, autosave }
}

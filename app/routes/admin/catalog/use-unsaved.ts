import { type RefObject, useEffect, useState } from 'react'
import { useBlocking } from '#app/routes/admin/use-blocking.ts'

/** Everything that a form would send, as one text. */
const snapshot = (form: HTMLFormElement): string =>
  JSON.stringify(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : value.name + value.size]),
  )

/**
 * Whether a form holds something that was not saved, and the question that leaving it asks. Ctrl+S (or ⌘S) saves.
 * @param saved changes whenever the form's content has been stored.
 */
export function useUnsaved(form: RefObject<HTMLFormElement | null>, saved: unknown) {
  const [isDirty, setDirty] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was just saved is what the form is compared with from now on.
  useEffect(() => {
    const element = form.current
    if (!element) return
    const start = snapshot(element)
    const stop = new AbortController()
    const look = () => setDirty(snapshot(element) !== start)
    setDirty(false)
    element.addEventListener('input', look, { signal: stop.signal })
    element.addEventListener('change', look, { signal: stop.signal })
    window.addEventListener(
      'keydown',
      event => {
        if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
        event.preventDefault()
        element.requestSubmit()
      },
      { signal: stop.signal },
    )
    return () => stop.abort()
  }, [form, saved])

  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])

  const blocker = useBlocking(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  )
  return { isDirty, blocker, markDirty: () => setDirty(true) }
}

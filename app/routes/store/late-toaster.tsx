import { type ComponentType, useEffect, useState } from 'react'
import { toastStore } from '#app/ui/toast.ts'

const loadToaster = () => import('#app/ui/toaster.tsx')

/** The toaster, loaded at the first touch or key: before that nothing has anything to say, and first pages stay light. */
export function LateToaster() {
  const [Toaster, setToaster] = useState<ComponentType>()
  useEffect(() => {
    const stop = new AbortController()
    const load = () => {
      stop.abort()
      loadToaster().then(
        module => setToaster(() => module.Toaster),
        () => undefined,
      )
    }
    addEventListener('pointerdown', load, { signal: stop.signal, passive: true })
    addEventListener('keydown', load, { signal: stop.signal, passive: true })
    stop.signal.addEventListener('abort', toastStore.subscribe(load))
    return () => stop.abort()
  }, [])
  return Toaster && <Toaster />
}

import { lazy, Suspense, useEffect, useId, useSyncExternalStore } from 'react'
import { toastStore } from './toast.ts'

const ToastCard = lazy(async () => ({ default: (await import('./toast-card.tsx')).ToastCard }))

/** Mount once, last in the body. Messages come from `notify` (toast.ts). */
export const Toaster = () => <ToastOutlet />

/** Where the message appears. Every modal has one of its own, because everything outside a modal is inert. */
export function ToastOutlet() {
  const id = useId()
  useEffect(() => toastStore.enter(id), [id])
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.current, () => null)
  const top = useSyncExternalStore(toastStore.subscribe, toastStore.top, () => undefined)
  const shown = toast !== null && top === id ? toast : null
  // The regions are there, empty, before the text comes: only then is it surely read out.
  return (
    <>
      <div role="status">
        <Suspense>{shown && shown.tone !== 'error' && <ToastCard key={shown.id} toast={shown} />}</Suspense>
      </div>
      <div role="alert">
        <Suspense>{shown?.tone === 'error' && <ToastCard key={shown.id} toast={shown} />}</Suspense>
      </div>
    </>
  )
}

import { type ComponentType, useEffect, useId, useState, useSyncExternalStore } from 'react'
import { dismissToast, type Toast, toastStore } from './toast.ts'
import { whenIdle } from './use-hydrated.ts'

type Card = ComponentType<{ toast: Toast }>

/** Milliseconds that the plain message stays. */
const PLAIN_STAY = 12000

/** The card once its code is here; most visits see no message and never run it. */
let loaded: Card | undefined

/** Undefined when the code can't be fetched, for example because there is no network. */
async function fetchCard(): Promise<Card | undefined> {
  try {
    loaded ??= (await import('./toast-card.tsx')).ToastCard
  } catch {
    // The next message tries again.
  }
  return loaded
}

/**
 * Where the message appears. Messages come from `notify` (toast.ts). Mount one last in the body; every modal has one of
 * its own, because everything outside a modal is inert.
 */
export function Toaster() {
  const id = useId()
  useEffect(() => toastStore.enter(id), [id])
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.current, () => null)
  const top = useSyncExternalStore(toastStore.subscribe, toastStore.top, () => undefined)
  const shown = toast !== null && top === id ? toast : null
  const Message = useCard(shown) ?? PlainToast
  // The live regions are rendered empty first, because screen readers announce only later changes reliably.
  return (
    <>
      <div role="status">{shown && shown.tone !== 'error' && <Message key={shown.id} toast={shown} />}</div>
      <div role="alert">{shown?.tone === 'error' && <Message key={shown.id} toast={shown} />}</div>
    </>
  )
}

/** The card's code, fetched when the browser is idle or when the first message comes. */
function useCard(shown: Toast | null): Card | undefined {
  const [card, setCard] = useState<Card | undefined>(() => loaded)
  useEffect(() => {
    if (card) return
    let gone = false
    const ask = () =>
      void fetchCard().then(found => {
        if (!gone) setCard(() => found)
      })
    const cancel = shown ? ask() : whenIdle(ask)
    return () => {
      gone = true
      cancel?.()
    }
  }, [card, shown])
  return card
}

const show = (element: HTMLElement | null) => element?.showPopover()

/** The message without its card, shown when the card's code is not loaded. */
function PlainToast({ toast }: { toast: Toast }) {
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(toast.id), PLAIN_STAY)
    return () => clearTimeout(timer)
  }, [toast])
  return (
    <p ref={show} popover="manual" data-tone={toast.tone} className="toast p-4 text-md">
      <span className="block font-semibold">{toast.title}</span>
      {toast.description && <span>{toast.description}</span>}
    </p>
  )
}

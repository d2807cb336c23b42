import { useEffect, useSyncExternalStore } from 'react'
import { connection } from '#app/platform/http/connection.ts'
import { dismissToast, notify } from '#app/ui/toast.ts'

/** Shows that the shop can't be reached, as long as it can't. */
export default function ConnectionNotice() {
  const isThere = useSyncExternalStore(connection.subscribe, connection.isThere, () => true)
  useEffect(stayWithoutNetwork, [])
  return (
    <div role="status" className="print:hidden">
      {!isThere && (
        <p className="fixed inset-x-0 top-16 z-30 bg-ink px-4 py-2.5 text-center text-md text-paper">
          Sin conexión. Tu carrito está guardado en este navegador; seguimos apenas vuelva la red.
        </p>
      )}
    </div>
  )
}

/**
 * Prevents navigation without a network: the browser's own error page would replace the current one, with all typed
 * input.
 */
function stayWithoutNetwork() {
  const stop = (event: Event, description: string) => {
    event.preventDefault()
    event.stopPropagation()
    notify({ title: 'Sin conexión', description, tone: 'error' })
  }
  const onClick = (event: MouseEvent) => {
    if (navigator.onLine || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
      return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const leaves =
      link?.origin === location.origin && link.pathname + link.search !== location.pathname + location.search
    if (leaves && !link.target && !link.download) {
      stop(event, 'Esa página se abre cuando vuelva la red. Inténtalo otra vez entonces.')
    }
  }
  const onSubmit = (event: SubmitEvent) => {
    // Forms without an action are handled by the page.
    if (!navigator.onLine && event.target instanceof Element && event.target.hasAttribute('action')) {
      stop(event, 'Lo que escribiste sigue aquí. Inténtalo otra vez cuando vuelva la red.')
    }
  }
  window.addEventListener('click', onClick, true)
  window.addEventListener('submit', onSubmit, true)
  const onOnline = () => dismissToast()
  window.addEventListener('online', onOnline)
  return () => {
    window.removeEventListener('click', onClick, true)
    window.removeEventListener('submit', onSubmit, true)
    window.removeEventListener('online', onOnline)
  }
}

import { useEffect } from 'react'

/** Fetches what shows a message while there is a network: the message that there is none must not need it. */
export function useReadyToasts(): void {
  useEffect(() => {
    import('#app/ui/toast-card.tsx').catch(() => undefined)
  }, [])
}

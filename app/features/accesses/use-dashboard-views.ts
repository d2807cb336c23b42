import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { track } from '#app/platform/tracking/track.ts'

/**
 * Loads the page's data again when its tab becomes visible (specification 2, section 2), and tells once it is loaded: on arrival and
 * each time somebody comes back to it, not after what they do on it.
 * @param loaded what the loader gave; undefined when it could not be loaded.
 */
export function useDashboardViews(loaded: object | undefined): void {
  const { revalidate } = useRevalidator()
  const arrived = useRef(true)
  useEffect(() => {
    if (!loaded || !arrived.current) return
    arrived.current = false
    track('dashboard_viewed', {})
  }, [loaded])
  useEffect(() => {
    const onChange = () => {
      if (document.visibilityState !== 'visible') return
      arrived.current = true
      void revalidate()
    }
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [revalidate])
}

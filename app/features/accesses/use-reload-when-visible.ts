import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Loads the page's data again when its tab becomes visible (specification 2, section 2). */
export function useReloadWhenVisible(): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const onChange = () => {
      if (document.visibilityState === 'visible') void revalidate()
    }
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [revalidate])
}

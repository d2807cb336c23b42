import { type RefObject, useEffect, useState } from 'react'

/** Whether an element is out of view; false until that is known. */
export function useOutOfView(element: RefObject<HTMLElement | null>): boolean {
  const [out, setOut] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(([entry]) => setOut(entry !== undefined && !entry.isIntersecting))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return out
}

import { useEffect, useRef } from 'react'

/** Moves the focus to the new page's main part when the stage changes in place, as a full load would; not at the first load. */
export function useFocusOnNewStage(stage: string): void {
  const shown = useRef(stage)
  useEffect(() => {
    if (shown.current === stage) return
    shown.current = stage
    window.scrollTo({ top: 0, behavior: 'instant' })
    document.getElementById('contenido')?.focus({ preventScroll: true })
  }, [stage])
}

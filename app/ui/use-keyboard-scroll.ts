import { useCallback, useState } from 'react'

const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'

/**
 * For an area that scrolls: `tabIndex` is 0 while something is out of sight and no control inside would bring the keyboard there.
 */
export function useKeyboardScroll() {
  const [needed, setNeeded] = useState(false)
  const ref = useCallback((area: HTMLElement | null) => {
    if (!area) return
    const look = () => setNeeded(area.scrollHeight > area.clientHeight && area.querySelector(CONTROLS) === null)
    const sizes = new ResizeObserver(look)
    const contents = new MutationObserver(look)
    sizes.observe(area)
    contents.observe(area, { childList: true, subtree: true })
    look()
    return () => {
      sizes.disconnect()
      contents.disconnect()
    }
  }, [])
  return { ref, tabIndex: needed ? 0 : undefined }
}

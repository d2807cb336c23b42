import { type RefObject, useEffect, useState } from 'react'

const itemsOf = (panel: HTMLElement) => [...panel.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)')]

/** Without CSS anchors the list is placed once, when it opens; it closes on scroll so that it never floats away. */
function place(panel: HTMLElement, button: HTMLElement) {
  const at = button.getBoundingClientRect()
  const below = at.bottom + panel.offsetHeight + 8 < window.innerHeight
  panel.style.top = `${below ? at.bottom : at.top - panel.offsetHeight - 12}px`
  panel.style.left = `${Math.max(8, at.right - panel.offsetWidth)}px`
  window.addEventListener('scroll', () => panel.hidePopover(), { once: true, capture: true, passive: true })
}

/**
 * The keyboard and the placing of a native popover list: arrows, Home and End move, Tab out and a chosen item close. Opening,
 * Escape and a press outside are the browser's own.
 */
export function useMenu(button: RefObject<HTMLButtonElement | null>, panel: RefObject<HTMLElement | null>): boolean {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const trigger = button.current
    const list = panel.current
    if (!trigger || !list) return
    const stop = new AbortController()
    const { signal } = stop

    const onKeyDown = (event: KeyboardEvent) => {
      const moves = { ArrowDown: 1, ArrowUp: -1, Home: 0, End: 0 }
      if (!Object.hasOwn(moves, event.key)) return
      const shown = list.matches(':popover-open')
      if (!shown && event.key !== 'ArrowDown') return
      event.preventDefault()
      if (!shown) trigger.click()
      const items = itemsOf(list)
      const now = items.findIndex(item => item.matches(':focus'))
      const next =
        event.key === 'Home' ? 0 : event.key === 'End' ? -1 : event.key === 'ArrowUp' ? Math.max(0, now - 1) : now + 1
      items.at(Math.min(next, items.length - 1))?.focus()
    }
    trigger.addEventListener('keydown', onKeyDown, { signal })
    list.addEventListener('keydown', onKeyDown, { signal })
    list.addEventListener(
      'click',
      event => {
        if (event.target instanceof Element && event.target.closest('a, button')) list.hidePopover()
      },
      { signal },
    )
    list.addEventListener(
      'focusout',
      event => {
        const to = event.relatedTarget
        if (to instanceof Node && !list.contains(to) && to !== trigger) list.hidePopover()
      },
      { signal },
    )
    list.addEventListener(
      'toggle',
      event => {
        const shown = event.newState === 'open'
        setOpen(shown)
        if (shown && !CSS.supports('position-area: block-end')) place(list, trigger)
      },
      { signal },
    )
    return () => stop.abort()
  }, [button, panel])
  return open
}

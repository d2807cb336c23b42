import { type MouseEvent, type PointerEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react'

/** Milliseconds; a little more than the leaving transition of `.sheet` in app.css. */
const LEAVING = 180

/**
 * Drives a native modal `<dialog>` from `open`. The browser brings the focus trap, the inert background, Escape and the return of
 * the focus. `present` says whether the content must be rendered: while open and until it has faded out.
 * `locked` refuses Escape and clicks outside (work is under way).
 */
export function useModal({ open, onClose, locked }: { open: boolean; onClose: () => void; locked: boolean }) {
  const ref = useRef<HTMLDialogElement>(null)
  const pressedOutside = useRef(false)
  const [present, setPresent] = useState(open)
  if (open && !present) setPresent(true)

  useEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    const page = document.documentElement
    if (!document.querySelector('dialog:modal')) {
      page.style.setProperty('--gutter', `${window.innerWidth - page.getBoundingClientRect().width}px`)
    }
    dialog.showModal()
    const first = dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector<HTMLElement>('h2')
    first?.focus()
    return () => dialog.close()
  }, [open])

  useEffect(() => {
    if (open) return
    const leaving = setTimeout(() => setPresent(false), LEAVING)
    return () => clearTimeout(leaving)
  }, [open])

  const handlers = {
    onCancel: (event: SyntheticEvent<HTMLDialogElement>) => {
      if (event.target !== event.currentTarget) return
      if (locked) event.preventDefault()
    },
    onClose: (event: SyntheticEvent<HTMLDialogElement>) => {
      // The event is queued: by the time it comes the dialog may have been opened again.
      if (event.target === event.currentTarget && open && !event.currentTarget.open) onClose()
    },
    onPointerDown: (event: PointerEvent<HTMLDialogElement>) => {
      pressedOutside.current = event.target === event.currentTarget
    },
    onClick: (event: MouseEvent<HTMLDialogElement>) => {
      // Both ends on the backdrop: selecting text and letting go outside must not close.
      if (!locked && pressedOutside.current && event.target === event.currentTarget) onClose()
      pressedOutside.current = false
    },
  }
  return { ref, present, handlers }
}

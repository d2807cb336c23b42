import X from 'lucide-react/icons/x'
import {
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { Toaster } from './toaster.tsx'

/** Milliseconds; a little more than the leaving transition of `.sheet` in app.css. */
const LEAVING = 180

/**
 * Drives a native modal `<dialog>` from `open`. The browser brings the focus trap, the inert background, Escape and the return of
 * the focus. `present` says whether the content must be rendered: while open and until it has faded out.
 * `locked` refuses Escape and clicks outside (work is under way).
 */
function useModal({ open, onClose, locked }: { open: boolean; onClose: () => void; locked: boolean }) {
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
      // The event is queued, so the dialog may have been opened again when it arrives.
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

const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'

/**
 * For an area that scrolls: `tabIndex` is 0 while something is out of sight and no control inside would bring the keyboard there.
 */
function useKeyboardScroll() {
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

export type SheetProps = {
  open: boolean
  /** Called by the close button, Escape or a click outside; set `open` to false in it. */
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** Buttons or totals that stay visible under the scrolling content. */
  footer?: ReactNode
  /** Work is under way: neither Escape nor a click outside closes. */
  locked?: boolean | undefined
  children: ReactNode
}

/** What dialog and drawer share: a native modal with a title, a scrolling middle and a footer that stays. */
function Sheet(props: SheetProps & { className: string }) {
  const { open, onClose, title, description, footer, locked = false, className, children } = props
  const id = useId()
  const { ref, present, handlers } = useModal({ open, onClose, locked })
  const scrolled = useKeyboardScroll()
  return (
    <dialog
      ref={ref}
      {...handlers}
      aria-labelledby={`${id}-title`}
      aria-describedby={description === undefined ? undefined : `${id}-description`}
      className={classNames('sheet flex-col overflow-hidden bg-surface text-ink shadow-sheet open:flex', className)}
    >
      {present && (
        <>
          <header className="flex flex-none items-start justify-between gap-4 py-4 pr-3 pl-5 sm:pl-6">
            <div className="min-w-0 pt-1.5">
              <h2 id={`${id}-title`} tabIndex={-1} className="text-xl">
                {title}
              </h2>
              {description !== undefined && (
                <p id={`${id}-description`} className="mt-1 text-md text-muted">
                  {description}
                </p>
              )}
            </div>
            <Button variant="ghost" size="icon" aria-label="Cerrar" onClick={onClose} disabled={locked}>
              <X aria-hidden="true" />
            </Button>
          </header>
          <div
            {...scrolled}
            className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-1 pb-6 sm:px-6"
          >
            {children}
          </div>
          {footer !== undefined && (
            <footer className="flex-none border-t border-line px-5 py-4 sm:px-6">{footer}</footer>
          )}
          {open && <Toaster />}
        </>
      )}
    </dialog>
  )
}

const widths = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-3xl' } as const

type DialogProps = SheetProps & { size?: keyof typeof widths | undefined }

/**
 * A modal in the middle of the screen; on phones it rises from the bottom edge. The title takes the focus unless something inside
 * carries `data-autofocus`. Put the buttons in `footer` inside a `DialogActions`.
 */
export function Dialog({ size = 'sm', ...rest }: DialogProps) {
  return (
    <Sheet
      {...rest}
      className={`m-auto max-h-[min(52rem,100dvh-2rem)] w-[calc(100%-2rem)] rounded-lg max-sm:mb-0 max-sm:w-full max-sm:max-w-none max-sm:rounded-b-none ${widths[size]}`}
    />
  )
}

/** The buttons of a dialog: main one at the right, full width and on top on phones. Write the main one last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">{children}</div>
}

const sides = {
  right: 'sheet-right mr-0 ml-auto h-dvh max-h-none w-full max-w-[28rem] max-sm:max-w-none',
  left: 'sheet-left mr-auto ml-0 h-dvh max-h-none w-[calc(100%-3rem)] max-w-[22rem]',
  bottom: 'sheet-bottom mx-auto mt-auto mb-0 max-h-[88dvh] w-full max-w-2xl rounded-t-lg',
} as const

type DrawerProps = SheetProps & { side?: keyof typeof sides | undefined; className?: string | undefined }

/** A modal at an edge: right for a cart, left for navigation, bottom for filters on a phone. */
export function Drawer({ side = 'right', className, ...rest }: DrawerProps) {
  return <Sheet {...rest} className={classNames(sides[side], className)} />
}

import X from 'lucide-react/icons/x'
import { type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { ToastOutlet } from './toaster.tsx'
import { useKeyboardScroll } from './use-keyboard-scroll.ts'
import { useModal } from './use-modal.ts'

export type SheetProps = {
  open: boolean
  /** Asked for by the close button, Escape or a press outside; set `open` to false in it. */
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** Buttons or totals that stay visible under the scrolling content. */
  footer?: ReactNode
  /** Work is under way: neither Escape nor a press outside closes. */
  locked?: boolean | undefined
  children: ReactNode
}

/** What dialog and drawer share: a native modal with a title, a scrolling middle and a footer that stays. */
export function Sheet(props: SheetProps & { className: string }) {
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
          {open && <ToastOutlet />}
        </>
      )}
    </dialog>
  )
}

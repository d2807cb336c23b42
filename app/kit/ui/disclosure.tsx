import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useId, useState } from 'react'
import { classNames } from './class-names.ts'

type DisclosureProps = {
  /** The button's text. */
  title: ReactNode
  /** Beside the button, outside it: badges, figures, other buttons. */
  aside?: ReactNode
  /** Wraps the button in a heading of this level. */
  level?: 2 | 3 | 4 | undefined
  defaultOpen?: boolean | undefined
  /** Where its owner decides what is open, as in a list with one open entry; with `onToggle`. */
  open?: boolean | undefined
  onToggle?: ((open: boolean) => void) | undefined
  className?: string | undefined
  children: ReactNode
}

/** A region that folds under its own button. For questions and answers use `Accordion`, which needs no script. */
export function Disclosure(props: DisclosureProps) {
  const { title, aside, level, defaultOpen = false, onToggle, className, children } = props
  const [ownOpen, setOwnOpen] = useState(defaultOpen)
  const open = props.open ?? ownOpen
  // Rendered when it is first expanded, and kept with what was typed in it.
  const [drawn, setDrawn] = useState(open)
  if (open && !drawn) setDrawn(true)
  const id = useId()
  const Heading = level === undefined ? 'div' : (`h${level}` as const)
  return (
    <div className={className}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Heading className="min-w-0 flex-1 tracking-normal">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => {
              setOwnOpen(!open)
              onToggle?.(!open)
            }}
            className="flex min-h-11 w-full items-center gap-3 rounded-sm text-left font-medium hover:text-copper"
          >
            <ChevronDown
              aria-hidden="true"
              className={classNames(
                'size-5 flex-none text-muted transition-transform duration-200',
                open && 'rotate-180',
              )}
            />
            <span className="min-w-0">{title}</span>
          </button>
        </Heading>
        {aside !== undefined && <div className="flex flex-wrap items-center gap-2">{aside}</div>}
      </div>
      <div id={id} hidden={!open} className="pt-2">
        {drawn && children}
      </div>
    </div>
  )
}

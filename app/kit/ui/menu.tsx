import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ComponentPropsWithRef, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Button, type ButtonProps } from './button.tsx'

const itemsOf = (panel: HTMLElement) => [...panel.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)')]

/**
 * For browsers without CSS anchor positioning: places the list once, when it opens. Scrolling closes it, because it would
 * not move with its button.
 */
function positionList(panel: HTMLElement, button: HTMLElement) {
  const at = button.getBoundingClientRect()
  const below = at.bottom + panel.offsetHeight + 8 < window.innerHeight
  panel.style.top = `${below ? at.bottom : at.top - panel.offsetHeight - 12}px`
  panel.style.left = `${Math.max(8, at.right - panel.offsetWidth)}px`
  window.addEventListener('scroll', () => panel.hidePopover(), { once: true, capture: true, passive: true })
}

/**
 * Keyboard and position of a native popover list: arrows, Home and End move, Tab out and a selected item close.
 * Opening, Escape and a click outside are the browser's own.
 */
function useMenu(button: RefObject<HTMLButtonElement | null>, panel: RefObject<HTMLElement | null>): boolean {
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
        if (shown && !CSS.supports('position-area: block-end')) positionList(list, trigger)
      },
      { signal },
    )
    return () => stop.abort()
  }, [button, panel])
  return open
}

type MenuProps = {
  /** What the button shows. If that is only an icon, give `label` too. */
  trigger: ReactNode
  label?: string | undefined
  variant?: ButtonProps['variant']
  size?: ButtonProps['size']
  /** Something above the entries: who is signed in. */
  header?: ReactNode
  /** `MenuLink`, `MenuButton`, `MenuSeparator`. */
  children: ReactNode
}

/** A button with a list of links and actions. A native popover opens before scripts are loaded, and no table clips it. */
export function Menu({ trigger, label, variant = 'ghost', size = 'md', header, children }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const open = useMenu(button, panel)
  return (
    <>
      <Button
        ref={button}
        variant={variant}
        size={size}
        aria-label={label}
        aria-expanded={open}
        aria-controls={id}
        popoverTarget={id}
      >
        <span className="contents">{trigger}</span>
        {size !== 'icon' && size !== 'icon-sm' && <ChevronDown aria-hidden="true" className="text-muted" />}
      </Button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className="hung min-w-52 max-w-[calc(100vw-1rem)] rounded-md border border-line bg-surface py-1.5 text-ink shadow-raised"
      >
        {header !== undefined && <div className="mb-1.5 border-b border-line px-4 pt-1.5 pb-3 text-md">{header}</div>}
        <ul>{children}</ul>
      </div>
    </>
  )
}

const entry =
  'flex min-h-10 w-full items-center gap-3 px-4 py-2 text-left text-md hover:bg-ink/6 focus-visible:-outline-offset-2 ' +
  'disabled:text-muted disabled:hover:bg-transparent pointer-coarse:min-h-11 [&_svg]:size-[1.125rem] [&_svg]:flex-none [&_svg]:text-muted'

/** A link in a menu. */
export const MenuLink = ({ className: _, ...rest }: LinkProps) => (
  <li>
    <Link {...rest} className={entry} />
  </li>
)

type MenuButtonProps = Omit<ComponentPropsWithRef<'button'>, 'className'> & { danger?: boolean | undefined }

/** An action in a menu. With `type="submit"` and `form` it submits a form, also without a script. */
export const MenuButton = ({ danger, type = 'button', ...rest }: MenuButtonProps) => (
  <li>
    <button {...rest} type={type} className={danger ? `${entry} text-poor` : entry} />
  </li>
)

/** A hairline between groups of entries. */
export const MenuSeparator = () => <li aria-hidden="true" className="my-1.5 border-t border-line" />

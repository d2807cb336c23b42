import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ComponentPropsWithRef, type ReactNode, useId, useRef } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Button, type ButtonProps } from './button.tsx'
import { useMenu } from './use-menu.ts'

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

/** A button with a list of places and actions. A native popover: it opens before scripts arrive and no table clips it. */
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
        {trigger}
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

/** A place in a menu. */
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

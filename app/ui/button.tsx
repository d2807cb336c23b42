import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'link'
export type ButtonSize = 'sm' | 'md' | 'lg' | 'icon' | 'icon-sm'

type ButtonStyle = {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  className?: string | undefined
}

const base =
  'inline-flex items-center justify-center gap-2 rounded-md border text-center font-medium ' +
  'transition-colors [&_svg]:flex-none disabled:opacity-45 aria-disabled:cursor-progress'

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-ink text-paper not-disabled:hover:bg-ink/88 not-disabled:active:bg-ink/95',
  secondary: 'border-control bg-surface text-ink not-disabled:hover:border-ink not-disabled:active:bg-sunken',
  ghost: 'border-transparent text-ink not-disabled:hover:bg-ink/6 not-disabled:active:bg-ink/10',
  danger: 'border-transparent bg-poor text-surface not-disabled:hover:bg-poor-ink',
  link:
    'border-transparent text-copper underline decoration-copper/40 decoration-1 underline-offset-4 not-disabled:hover:text-copper-strong ' +
    'not-disabled:hover:decoration-current',
}

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-9 px-3.5 text-sm [&_svg]:size-4 pointer-coarse:min-h-11',
  md: 'min-h-11 px-5 text-md [&_svg]:size-4.5',
  lg: 'min-h-13 px-7 text-base [&_svg]:size-5',
  icon: 'size-11 flex-none text-md [&_svg]:size-5',
  'icon-sm': 'size-9 flex-none text-md [&_svg]:size-4.5 pointer-coarse:size-11',
}

const linkSizes: Record<ButtonSize, string> = {
  sm: 'text-sm pointer-coarse:min-h-11',
  md: 'text-md pointer-coarse:min-h-11',
  lg: 'text-base pointer-coarse:min-h-11',
  icon: 'text-md pointer-coarse:min-h-11',
  'icon-sm': 'text-sm pointer-coarse:min-h-11',
}

const buttonClasses = ({ variant = 'primary', size = 'md', className }: ButtonStyle): string =>
  classNames(base, variants[variant], variant === 'link' ? linkSizes[size] : sizes[size], className)

export type ButtonProps = Omit<ComponentPropsWithRef<'button'>, 'className'> &
  ButtonStyle & {
    /** Work is in progress: shows a spinner, keeps the focus and ignores further clicks. */
    pending?: boolean | undefined
    /** Replaces the label while pending ('Guardando…'). */
    pendingLabel?: ReactNode
  }

/**
 * A button. One `primary` per screen; `type` is 'button' by default. With an icon alone (`size="icon"`) it needs an
 * `aria-label`.
 */
export function Button({
  variant,
  size,
  className,
  pending = false,
  pendingLabel,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const swallow = (event: MouseEvent<HTMLButtonElement>) => {
    // Not `disabled`: that would drop the focus, and an Enter in a field would still submit.
    if (pending) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      className={buttonClasses({ variant, size, className })}
      aria-busy={pending || undefined}
      aria-disabled={pending || rest['aria-disabled']}
      onClick={swallow}
    >
      {pending && <Spinner />}
      {pending && pendingLabel !== undefined ? pendingLabel : children}
    </button>
  )
}

export type ButtonLinkProps = Omit<LinkProps, 'className'> & ButtonStyle

/** A link styled as a button: for navigation, never for actions. */
export function ButtonLink({ variant, size, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonClasses({ variant, size, className })} />
}

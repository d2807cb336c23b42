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

/** The styles are classes of app.css, because a list has a button in each of its rows. */
const buttonClasses = ({ variant = 'primary', size = 'md', className }: ButtonStyle): string =>
  classNames(`button button-${variant}`, `${variant === 'link' ? 'link' : 'button'}-${size}`, className)

export type ButtonProps = Omit<ComponentPropsWithRef<'button'>, 'className'> &
  ButtonStyle & {
    /** Work is in progress: shows a spinner, keeps the focus and ignores further clicks. Never given by a button that does no work. */
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
  pending,
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
      {/* Most buttons of a list do no work, and need no element around their label. */}
      {pending === undefined ? (
        children
      ) : (
        <>
          {pending && <Spinner />}
          <ButtonLabel pending={pending} pendingLabel={pendingLabel}>
            {children}
          </ButtonLabel>
        </>
      )}
    </button>
  )
}

type ButtonLabelProps = Pick<ButtonProps, 'pending' | 'pendingLabel' | 'children'>

/** A label and the one that replaces it are elements of their own, which a translation of the page leaves to React. */
export const ButtonLabel = ({ pending = false, pendingLabel, children }: ButtonLabelProps) =>
  pending && pendingLabel !== undefined ? (
    <span key="pending" className="contents">
      {pendingLabel}
    </span>
  ) : (
    <span key="label" className="contents">
      {children}
    </span>
  )

export type ButtonLinkProps = Omit<LinkProps, 'className'> & ButtonStyle

/** A link styled as a button: for navigation, never for actions. */
export function ButtonLink({ variant, size, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonClasses({ variant, size, className })} />
}

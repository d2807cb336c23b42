import type { ComponentPropsWithRef } from 'react'
import { classNames } from './class-names.ts'

type CardProps = ComponentPropsWithRef<'div'> & {
  as?: 'div' | 'article' | 'li' | undefined
  /** The card holds one main link (give that link `after:absolute after:inset-0`): the border answers to hover. */
  interactive?: boolean | undefined
}

/** A plain surface with a hairline. No title, no padding: for grids of things. */
export function Card({ as = 'div', interactive, className, ...rest }: CardProps) {
  const Tag: 'div' = as === 'div' ? as : (as as 'div')
  return (
    <Tag
      {...rest}
      className={classNames(
        'relative min-w-0 overflow-hidden rounded-lg border border-line bg-surface',
        interactive && 'transition-[border-color,box-shadow] duration-200 hover:border-control hover:shadow-raised',
        className,
      )}
    />
  )
}

import type { HTMLAttributes } from 'react'
import { classNames } from './class-names.ts'

type CardProps = HTMLAttributes<HTMLElement> & {
  as?: 'div' | 'article' | 'li' | undefined
  /** The card holds one main link (give that link `after:absolute after:inset-0`): the border answers to hover. */
  interactive?: boolean | undefined
}

/** A plain surface with a hairline. No title, no padding: for grids of things. */
export function Card({ as: Tag = 'div', interactive, className, ...rest }: CardProps) {
  return <Tag {...rest} className={classNames('card', interactive && 'card-interactive', className)} />
}

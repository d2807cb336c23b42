import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type PageHeadingProps = {
  title: ReactNode
  description?: ReactNode
  /** Above the title: breadcrumbs or a way back. */
  before?: ReactNode
  /** At the right: the one primary action last. */
  actions?: ReactNode
  /** A lower title, where the rows below matter more. */
  compact?: boolean | undefined
  className?: string | undefined
}

/** On phones several actions fill their lines to the edge, however long their words are. */
const SEVERAL =
  'max-sm:has-[>:not([popover])~:not([popover])]:w-full max-sm:has-[>:not([popover])~:not([popover])]:*:flex-auto'

/** The top of a page: its only h1. */
export function PageHeading({ title, description, before, actions, compact, className }: PageHeadingProps) {
  return (
    <header className={classNames(compact ? 'pb-3' : 'pb-8', className)}>
      {before !== undefined && <div className="mb-4">{before}</div>}
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div className="min-w-0">
          <h1 className={compact ? 'text-2xl' : 'text-2xl sm:text-3xl'}>{title}</h1>
          {description !== undefined && <p className="mt-2 max-w-prose text-pretty text-muted">{description}</p>}
        </div>
        {actions !== undefined && (
          <div className={classNames('flex flex-wrap items-center gap-2.5 print:hidden', SEVERAL)}>{actions}</div>
        )}
      </div>
    </header>
  )
}

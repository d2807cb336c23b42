import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type PageHeadingProps = {
  title: ReactNode
  description?: ReactNode
  /** Above the title: breadcrumbs or a way back. */
  before?: ReactNode
  /** At the right: the one primary action last. */
  actions?: ReactNode
  /** Links to the other parts of the section, which share the title. */
  tabs?: ReactNode
  /** A lower title, where the rows below matter more. It and the tabs are as high with actions and a description as without. */
  compact?: boolean | undefined
  className?: string | undefined
}

/** On phones several actions fill their lines to the edge, however long their words are; arrows keep their size. */
const SEVERAL =
  'max-sm:has-[>:not([popover])~:not([popover])]:w-full max-sm:has-[>:not([popover])~:not([popover])]:[&>:not(nav)]:flex-auto max-sm:[&>form]:grid'

/** The top of a page: its only h1. */
export function PageHeading({ title, description, before, actions, tabs, compact, className }: PageHeadingProps) {
  const text = description !== undefined && (
    <p className={classNames('max-w-prose text-pretty text-muted', compact ? 'mt-3 text-md first:mt-0' : 'mt-2')}>
      {description}
    </p>
  )
  return (
    <header className={classNames(compact ? 'pb-3' : 'pb-8', className)}>
      {before !== undefined && <div className="mb-4">{before}</div>}
      <div
        className={classNames(
          'flex flex-wrap justify-between gap-x-8',
          compact ? 'min-h-11 items-center gap-y-3' : 'items-end gap-y-5',
        )}
      >
        <div className="min-w-0">
          <h1 className={compact ? 'text-2xl' : 'text-2xl sm:text-3xl'}>{title}</h1>
          {!compact && text}
        </div>
        {actions !== undefined && (
          <div className={classNames('flex flex-wrap items-center gap-2.5 print:hidden', SEVERAL)}>{actions}</div>
        )}
      </div>
      {tabs !== undefined && <div className="mt-2">{tabs}</div>}
      {compact && text}
    </header>
  )
}

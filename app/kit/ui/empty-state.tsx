import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { StarMark } from './logo.tsx'

type EmptyStateProps = {
  title: ReactNode
  /** Says what to do next. */
  children?: ReactNode
  action?: ReactNode
  /** Level of the title: 'p' where no heading belongs. */
  as?: 'h2' | 'h3' | 'p' | undefined
  className?: string | undefined
}

/** Nothing here yet, and what to do about it. */
export function EmptyState({ title, children, action, as: Title = 'p', className }: EmptyStateProps) {
  return (
    <div className={classNames('flex flex-col items-center px-6 py-14 text-center', className)}>
      <StarMark className="mb-5 size-7 opacity-80" />
      <Title className="text-lg font-semibold tracking-tight text-balance">{title}</Title>
      {children !== undefined && <div className="mt-1.5 max-w-[26rem] text-md text-balance text-muted">{children}</div>}
      {action !== undefined && <div className="mt-6">{action}</div>}
    </div>
  )
}

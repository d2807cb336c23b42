import type { Blocks } from './blocks.ts'
import { classNames } from './class-names.ts'

/** A grey block in the size of what will come (give it with `className`). Hidden from assistive technology. */
export const Skeleton = ({ className }: { className?: string | undefined }) => (
  <div aria-hidden="true" className={classNames('animate-pulse rounded-sm bg-ink/8', className)} />
)

type SkeletonGroupProps = { label: string; className?: string | undefined; children: Blocks }

/** Wraps skeletons and announces once what is loading. */
export const SkeletonGroup = ({ label, className, children }: SkeletonGroupProps) => (
  <div role="status" className={className}>
    <span className="sr-only">{label}</span>
    {children}
  </div>
)

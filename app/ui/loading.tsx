import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type SpinnerProps = {
  /** What is being waited for; leave it out when a text nearby already says so. */
  label?: string | undefined
  className?: string | undefined
}

/** A turning arc. With a `label` it is a status that assistive technology announces and everybody reads. */
export function Spinner({ label, className }: SpinnerProps) {
  const arc = (
    <svg viewBox="0 0 20 20" fill="none" aria-hidden="true" className="size-[1.15em] flex-none animate-spin">
      <circle cx="10" cy="10" r="8" stroke="currentColor" strokeOpacity="0.25" strokeWidth="2" />
      <path d="M18 10a8 8 0 0 0-8-8" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
  if (label === undefined) return <span className={classNames('inline-flex', className)}>{arc}</span>
  return (
    <p role="status" className={classNames('flex items-center justify-center gap-3 text-muted', className)}>
      {arc}
      {label}
    </p>
  )
}

/** A grey block in the size of what will come (give it with `className`). Hidden from assistive technology. */
export const Skeleton = ({ className }: { className?: string | undefined }) => (
  <div aria-hidden="true" className={classNames('animate-pulse rounded-sm bg-ink/8', className)} />
)

type SkeletonGroupProps = { label: string; className?: string | undefined; children: ReactNode }

/** Wraps skeletons and says once what is being waited for. */
export const SkeletonGroup = ({ label, className, children }: SkeletonGroupProps) => (
  <div role="status" className={className}>
    <span className="sr-only">{label}</span>
    {children}
  </div>
)

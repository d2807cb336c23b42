import { classNames } from './class-names.ts'

type SpinnerProps = {
  /** What is loading; omit it when a text nearby already says so. */
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
      <span>{label}</span>
    </p>
  )
}

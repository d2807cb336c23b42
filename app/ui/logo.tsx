import { classNames } from './class-names.ts'

/** Alhena as star atlases draw a bright star: six fine rays round a point. Decorative. */
export function StarMark({ className }: { className?: string | undefined }) {
  const ray = 'M12 0 14 12 12 24 10 12Z'
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={classNames('flex-none fill-copper', className)}>
      <path d={ray} />
      <path d={ray} transform="rotate(60 12 12) translate(1.8 1.8) scale(.85)" />
      <path d={ray} transform="rotate(120 12 12) translate(1.8 1.8) scale(.85)" />
    </svg>
  )
}

/** The wordmark: the name with its star as a superscript, like a note in the margin. Set its size with a text class. */
export function Logo({ className }: { className?: string | undefined }) {
  return (
    <span className={classNames('inline-flex items-start font-semibold tracking-[-0.035em] text-ink', className)}>
      Alhena
      <StarMark className="mt-[0.14em] ml-[0.06em] size-[0.56em]" />
    </span>
  )
}

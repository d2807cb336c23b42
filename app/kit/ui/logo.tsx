import { classNames } from './class-names.ts'

/** Alhena as star atlases draw a bright star: six fine rays round a point. Decorative. */
export function StarMark({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={classNames('flex-none fill-copper', className)}>
      <path d="M12 0l2 12-2 12-2-12zM20.83 6.9l-7.98 6.57-9.68 3.63 7.98-6.57zM20.83 17.1l-9.68-3.63L3.17 6.9l9.68 3.63z" />
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

import { classNames } from './class-names.ts'

/** Five stars in a box of 100 by 20. */
const FIVE = Array.from(
  { length: 5 },
  (_, index) => `M${index * 20 + 10} 1.8l2.5 5.3 5.8.7-4.3 4 1.2 5.7-5.2-2.9-5.2 2.9 1.2-5.7-4.3-4 5.8-.7z`,
).join('')

type StarsProps = {
  /** From 0 to 5; the stars fill up to the fraction. */
  value: number
  className?: string | undefined
}

/** A value of five as stars, an ornament: the figure and its word stand beside it. Sized by the text around it. */
export const Stars = ({ value, className }: StarsProps) => (
  <span aria-hidden="true" data-exact-colour className={classNames('relative inline-block h-[1em] w-[5em]', className)}>
    <svg viewBox="0 0 100 20" aria-hidden="true" className="absolute inset-0 h-full w-full fill-line">
      <path d={FIVE} />
    </svg>
    <span
      className="absolute inset-y-0 left-0 overflow-hidden"
      style={{ width: `${Math.min(5, Math.max(0, value)) * 20}%` }}
    >
      <svg viewBox="0 0 100 20" aria-hidden="true" className="h-full w-[5em] max-w-none fill-copper">
        <path d={FIVE} />
      </svg>
    </span>
  </span>
)

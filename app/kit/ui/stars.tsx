import { classNames } from './class-names.ts'

type StarsProps = {
  /** From 0 to 5; the stars fill up to the fraction. */
  value: number
  className?: string | undefined
}

/** A value of five as stars, an ornament: the figure and its word stand beside it. Sized by the text around it. */
export const Stars = ({ value, className }: StarsProps) => (
  <span
    aria-hidden="true"
    data-exact-colour
    className={classNames('stars', className)}
    style={{ backgroundSize: `${value * 20}% 100%` }}
  />
)

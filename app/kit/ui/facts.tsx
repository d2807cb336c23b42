import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** Labelled values, one below the other. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className="grid gap-3 text-md">{children}</dl>

export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="tabular-nums wrap-anywhere">{children}</dd>
  </div>
)

type TwoLinesProps = { children: ReactNode; below: ReactNode }

const LINE = 'block card:inline dense:overflow-hidden dense:text-ellipsis dense:whitespace-nowrap'

/** A cell's text and a second line of detail, which dense lists set smaller; on phones one line, with a point between them. */
export const TwoLines = ({ children, below }: TwoLinesProps) => (
  <>
    <span data-line className={classNames(LINE, 'dense:leading-4.5')}>
      {children}
    </span>
    <span
      data-line
      className={classNames(
        LINE,
        "text-sm font-normal text-muted empty:hidden card:not-empty:inline card:text-md card:before:content-['_·_'] dense:text-xs dense:leading-4",
      )}
    >
      {below}
    </span>
  </>
)

const SUM_VARIANTS = {
  plain: undefined,
  muted: 'text-muted',
  good: 'text-good-ink',
  total: 'mt-2 border-t border-line pt-3 text-xl font-semibold first:mt-0 first:border-t-0 first:pt-0',
} as const

/** Amounts that add up, below the list that they belong to. */
export const Sums = ({ children }: { children: ReactNode }) => (
  <dl className="mt-2 grid gap-1.5 border-t border-line pt-4 text-md tabular-nums">{children}</dl>
)

/** One amount of `Sums`; `variant` marks it as secondary, a saving or the total. */
export const Sum = ({
  label,
  value,
  variant = 'plain',
}: {
  label: string
  value: string
  variant?: keyof typeof SUM_VARIANTS
}) => (
  <div className={classNames('flex items-baseline justify-between gap-6', SUM_VARIANTS[variant])}>
    <dt className={variant === 'total' ? 'text-base' : undefined}>{label}</dt>
    <dd className="flex-none">{value}</dd>
  </div>
)

type StatProps = {
  label: ReactNode
  value: ReactNode
  note?: ReactNode
  /** What the figure counts, for a pointer that rests on it and for assistive technology. */
  definition?: string | undefined
  className?: string | undefined
}

/** One figure and what it counts. Use inside `StatList`. */
export function Stat({ label, value, note, definition, className }: StatProps) {
  return (
    <div
      title={definition}
      className={classNames('@container flex min-w-0 flex-col border-t-2 border-ink pt-3', className)}
    >
      <dt className="text-md text-muted">{label}</dt>
      <dd className="mt-1 text-[clamp(1.2rem,14cqi,2.0736rem)] leading-tight font-medium tracking-tighter tabular-nums">
        {value}
      </dd>
      {note !== undefined && <dd className="mt-1 text-sm text-muted">{note}</dd>}
    </div>
  )
}

/** Figures on one line, for the top of a list; two a row on phones. */
export const StatLine = ({ children }: { children: ReactNode }) => (
  <dl className="flex flex-wrap gap-x-8 gap-y-2 max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-6">{children}</dl>
)

type StatLineItemProps = {
  label: string
  /** Undefined where too many rows match to add them up. */
  value: string | undefined
  /** What the figure is made of. */
  note?: string | undefined
  /** What the figure counts, for a pointer that rests on it and for assistive technology. */
  definition: string | undefined
}

/** One figure of a `StatLine`. */
export const StatLineItem = ({ label, value, note, ...props }: StatLineItemProps) => {
  const definition = value === undefined ? TOO_MANY : props.definition
  return (
    <div title={definition} className="flex items-baseline gap-2 max-sm:flex-col max-sm:gap-0">
      <dt className="text-md text-muted">{label}</dt>
      <dd className="text-lg font-semibold tracking-tight tabular-nums">{value ?? '–'}</dd>
      {note !== undefined && <dd className="text-sm text-muted">{note}</dd>}
      <dd className="sr-only">{definition}</dd>
    </div>
  )
}

const TOO_MANY = 'Coinciden más de 10.000: acota la búsqueda, los filtros o las fechas para ver esta cifra'

const columns = { 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-3', 4: 'lg:grid-cols-4' } as const

type StatListProps = { columns?: keyof typeof columns | undefined; className?: string | undefined; children: ReactNode }

/** A row of figures; two a row on phones. */
export function StatList({ columns: count = 4, className, children }: StatListProps) {
  return <dl className={classNames('grid grid-cols-2 gap-x-6 gap-y-8', columns[count], className)}>{children}</dl>
}

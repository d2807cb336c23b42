import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type StatProps = { label: ReactNode; value: ReactNode; note?: ReactNode; className?: string | undefined }

/** One figure and what it counts. Use inside `StatList`. */
export function Stat({ label, value, note, className }: StatProps) {
  return (
    <div className={classNames('@container flex min-w-0 flex-col border-t-2 border-ink pt-3', className)}>
      <dt className="text-md text-muted">{label}</dt>
      <dd className="mt-1 text-[clamp(1.2rem,14cqi,2.0736rem)] leading-tight font-medium tracking-tighter tabular-nums">
        {value}
      </dd>
      {note !== undefined && <dd className="mt-1 text-sm text-muted">{note}</dd>}
    </div>
  )
}

const columns = { 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-3', 4: 'lg:grid-cols-4' } as const

type StatListProps = { columns?: keyof typeof columns | undefined; className?: string | undefined; children: ReactNode }

/** A row of figures; two a row on phones. */
export function StatList({ columns: count = 4, className, children }: StatListProps) {
  return <dl className={classNames('grid grid-cols-2 gap-x-6 gap-y-8', columns[count], className)}>{children}</dl>
}

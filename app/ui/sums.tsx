import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const LOOKS = {
  plain: undefined,
  muted: 'text-muted',
  good: 'text-good-ink',
  total: 'mt-2 border-t border-line pt-3 text-xl font-semibold',
} as const

/** Amounts that add up, one under the other, below what they are of. */
export const Sums = ({ children }: { children: ReactNode }) => (
  <dl className="mt-2 grid gap-1.5 border-t border-line pt-4 text-md tabular-nums">{children}</dl>
)

/** One of them; `look` says what part it has in the sum. */
export const Sum = ({ label, value, look = 'plain' }: { label: string; value: string; look?: keyof typeof LOOKS }) => (
  <div className={classNames('flex items-baseline justify-between gap-6', LOOKS[look])}>
    <dt className={look === 'total' ? 'text-base' : undefined}>{label}</dt>
    <dd className="flex-none">{value}</dd>
  </div>
)

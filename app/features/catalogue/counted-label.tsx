import { classNames } from '#app/ui/class-names.ts'

/** A choice with the number of products that it would show; quieter where it would show none. */
export const CountedLabel = ({ label, count }: { label: string; count: number }) => (
  <span className={classNames('flex justify-between gap-3', count === 0 && 'text-muted')}>
    {label} <span className="text-muted tabular-nums">{count}</span>
  </span>
)

/** A choice with the number of products that it would show. */
export const CountedLabel = ({ label, count }: { label: string; count: number }) => (
  <span className="flex justify-between gap-3">
    {label} <span className="text-muted tabular-nums">{count}</span>
  </span>
)

import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import { NativeSelect, type NativeSelectProps } from './native-select.tsx'

type InlineSelectProps = Omit<NativeSelectProps, 'id'> & { label: ReactNode }

/** A select with its label to the left, on one line: for sort orders and filter bars. */
export function InlineSelect({ label, className, ...select }: InlineSelectProps) {
  const id = useId()
  return (
    <div className={classNames('flex min-w-0 items-center gap-2.5', className)}>
      <label htmlFor={id} className="flex-none text-md text-muted">
        {label}
      </label>
      <div className="min-w-0 flex-1">
        <NativeSelect {...select} id={id} className="text-md" />
      </div>
    </div>
  )
}

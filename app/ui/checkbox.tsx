import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import { FieldNotes } from './field.tsx'

export type CheckboxProps = Omit<ComponentPropsWithRef<'input'>, 'id' | 'className' | 'type'> & {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** A figure at the right edge, as a filter's count. Read with the label. */
  count?: number | undefined
  hideLabel?: boolean | undefined
  className?: string | undefined
}

/** A native checkbox whose whole line is the hit area. */
export function Checkbox({ label, hint, error, count, hideLabel, className, ...input }: CheckboxProps) {
  const control = useId()
  const notes = [error !== undefined && `${control}-error`, hint !== undefined && `${control}-hint`].filter(Boolean)
  return (
    <div className={className}>
      <label
        htmlFor={control}
        className={classNames(
          'flex min-h-9 items-start gap-3 py-1.5 text-md pointer-coarse:min-h-11 pointer-coarse:py-2.5',
          input.disabled ? 'cursor-not-allowed text-muted' : 'cursor-pointer',
        )}
      >
        <input
          {...input}
          id={control}
          type="checkbox"
          className="tick mt-px"
          aria-describedby={notes.join(' ') || undefined}
          aria-invalid={error !== undefined || undefined}
        />
        <span className={hideLabel ? 'sr-only' : 'min-w-0 flex-1'}>{label}</span>
        {count !== undefined && <span className="text-muted tabular-nums">{count}</span>}
      </label>
      <div className="-mt-1.5 pl-8 empty:hidden pointer-coarse:-mt-2.5">
        <FieldNotes control={control} hint={hint} error={error} />
      </div>
    </div>
  )
}

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
      <label className={classNames('check', input.disabled && 'check-off')}>
        <input
          {...input}
          type="checkbox"
          className="tick"
          aria-describedby={notes.join(' ') || undefined}
          aria-invalid={error !== undefined || undefined}
        />
        <span className={hideLabel ? 'sr-only' : undefined}>{label}</span>
        {count !== undefined && <span className="check-count">{count}</span>}
      </label>
      {notes.length > 0 && (
        <div className="check-notes">
          <FieldNotes control={control} hint={hint} error={error} />
        </div>
      )}
    </div>
  )
}

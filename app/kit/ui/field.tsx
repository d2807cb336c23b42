import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ReactNode, useId } from 'react'
import type { Blocks } from './blocks.ts'
import { classNames } from './class-names.ts'

export type FieldTexts = {
  label: ReactNode
  /** A line of help under the control. */
  hint?: ReactNode
  /** What is wrong and what to do; marks the control as invalid. */
  error?: ReactNode
  /** Adds '(opcional)' to the label. */
  optional?: boolean | undefined
  /** Keeps the label for assistive technology only; the context must make it obvious. */
  hideLabel?: boolean | undefined
  id?: string | undefined
  className?: string | undefined
}

const present = (part: ReactNode): boolean => part !== undefined && part !== null && part !== false && part !== ''

/** The ids and ARIA attributes that tie a control to its label, hint and error. */
export function useFieldIds({ id, hint, error }: Pick<FieldTexts, 'id' | 'hint' | 'error'>) {
  const generated = useId()
  const control = id ?? generated
  const described = [present(error) && `${control}-error`, present(hint) && `${control}-hint`].filter(Boolean).join(' ')
  return {
    control,
    aria: { 'aria-describedby': described || undefined, 'aria-invalid': present(error) ? (true as const) : undefined },
  }
}

type FieldProps = Omit<FieldTexts, 'id'> & { control: string; required?: boolean | undefined; children: Blocks }

/** Label above, control, then error and hint. The other fields are built on it; use it for a control of your own. */
export function Field({ control, label, hint, error, optional, required, hideLabel, className, children }: FieldProps) {
  return (
    <div className={classNames('min-w-0', className)}>
      <label htmlFor={control} className={hideLabel ? 'sr-only' : 'mb-1.5 block text-md font-medium'}>
        <span>{label}</span>
        {required && (
          <span aria-hidden="true" className="text-copper">
            {' *'}
          </span>
        )}
        {optional && <span className="font-normal text-muted"> (opcional)</span>}
      </label>
      {children}
      <FieldNotes control={control} hint={hint} error={error} />
    </div>
  )
}

/** The error and the hint of the control with this id. */
export function FieldNotes({ control, hint, error }: { control: string; hint?: ReactNode; error?: ReactNode }) {
  return (
    <>
      {present(error) && (
        <p id={`${control}-error`} className="mt-1.5 flex items-start gap-1.5 text-sm font-medium text-poor">
          <CircleAlert aria-hidden="true" className="mt-[0.2em] size-[1em] flex-none" />
          <span>{error}</span>
        </p>
      )}
      {present(hint) && (
        <p id={`${control}-hint`} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
    </>
  )
}

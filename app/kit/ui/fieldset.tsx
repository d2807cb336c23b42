import { type ReactNode, useId } from 'react'
import type { Blocks } from './blocks.ts'
import { classNames } from './class-names.ts'
import { FieldNotes } from './field.tsx'

type FieldsetProps = {
  legend: ReactNode
  hint?: ReactNode
  error?: ReactNode
  hideLegend?: boolean | undefined
  disabled?: boolean | undefined
  className?: string | undefined
  children: Blocks
}

/** Names a group of controls (filter checkboxes, an address). */
export function Fieldset({ legend, hint, error, hideLegend, disabled, className, children }: FieldsetProps) {
  const id = useId()
  const notes = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <fieldset disabled={disabled} aria-describedby={notes || undefined} className={classNames('fields', className)}>
      <legend className={hideLegend ? 'sr-only' : undefined}>{legend}</legend>
      {children}
      <FieldNotes control={id} hint={hint} error={error} />
    </fieldset>
  )
}

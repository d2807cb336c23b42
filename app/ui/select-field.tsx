import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentPropsWithRef } from 'react'
import { classNames } from './class-names.ts'
import { controlClass, Field, type FieldTexts, useFieldIds } from './field.tsx'

export type SelectOption = { value: string; label: string; disabled?: boolean | undefined }

export type SelectFieldProps = Omit<ComponentPropsWithRef<'select'>, 'id' | 'className' | 'children'> &
  FieldTexts & {
    options: ReadonlyArray<SelectOption>
    /** A first, empty choice ('Selecciona…'). */
    placeholder?: string | undefined
    /** Label to the left of the control, on one line: for sort orders and filter bars. */
    inline?: boolean | undefined
  }

/** A native select in our clothes: the phone's own picker, and no script. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, optional, hideLabel, id, className, options, placeholder, inline, ...select } = props
  const { control, aria } = useFieldIds({ id, hint, error })
  const box = (
    <div className="relative min-w-0">
      <select
        {...select}
        {...aria}
        id={control}
        className={classNames(controlClass, 'min-h-11 appearance-none truncate pr-10', inline && 'text-md')}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map(option => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-[1.125rem] -translate-y-1/2 text-muted"
      />
    </div>
  )
  if (inline) {
    return (
      <div className={classNames('flex min-w-0 items-center gap-2.5', className)}>
        <label htmlFor={control} className={hideLabel ? 'sr-only' : 'flex-none text-md text-muted'}>
          {label}
        </label>
        {box}
      </div>
    )
  }
  return (
    <Field {...{ control, label, hint, error, optional, hideLabel, className }} required={select.required}>
      {box}
    </Field>
  )
}

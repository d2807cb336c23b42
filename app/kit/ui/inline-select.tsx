import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import { classNames, controlClass } from './class-names.ts'

export type SelectOption = { value: string; label: string; disabled?: boolean | undefined }

export type NativeSelectProps = Omit<ComponentPropsWithRef<'select'>, 'children'> & {
  options: ReadonlyArray<SelectOption>
  /** A first, empty choice ('Selecciona…'). */
  placeholder?: string | undefined
}

/** A styled native select: phones show their own picker, and it works without scripts. The caller labels it. */
export const NativeSelect = ({ options, placeholder, className, ...select }: NativeSelectProps) => (
  <div className="relative min-w-0">
    <select {...select} className={classNames(controlClass, 'min-h-11 appearance-none truncate pr-10', className)}>
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

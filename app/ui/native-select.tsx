import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentPropsWithRef } from 'react'
import { classNames } from './class-names.ts'
import { controlClass } from './control-class.ts'

export type SelectOption = { value: string; label: string; disabled?: boolean | undefined }

export type NativeSelectProps = Omit<ComponentPropsWithRef<'select'>, 'children'> & {
  options: ReadonlyArray<SelectOption>
  /** A first, empty choice ('Selecciona…'). */
  placeholder?: string | undefined
}

/** A native select in our clothes: the phone's own picker, and no script. Its label is the caller's. */
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

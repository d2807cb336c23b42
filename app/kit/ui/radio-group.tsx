import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Fieldset } from './fieldset.tsx'

export type RadioOption = {
  value: string
  label: ReactNode
  description?: ReactNode
  /** A figure at the right edge, as a filter's number of products: the option is dimmed at zero. Read with the label. */
  count?: number | undefined
  /** A short mark before the label: the key that chooses it, a number. Hidden from assistive technology. */
  marker?: ReactNode
  /** Italic and grey, for the opt-out answer ('No sé'). */
  quiet?: boolean | undefined
  disabled?: boolean | undefined
}

type RadioGroupProps = {
  legend: ReactNode
  name: string
  options: ReadonlyArray<RadioOption>
  /** Uncontrolled: the initially selected option. */
  defaultValue?: string | undefined
  /** Controlled: the selected option ('' for none), with `onChange`. */
  value?: string | undefined
  onChange?: ((value: string) => void) | undefined
  /** 'card': each option is a bordered block, for few weighty choices and questionnaires. */
  variant?: 'plain' | 'card' | undefined
  /** Columns from 640 px on. */
  columns?: 1 | 2 | 3 | undefined
  hint?: ReactNode
  error?: ReactNode
  hideLegend?: boolean | undefined
  required?: boolean | undefined
  disabled?: boolean | undefined
  /** The id of the form that they belong to, where it is not around them. */
  form?: string | undefined
  className?: string | undefined
}

const VARIANTS = {
  plain: 'radio',
  card:
    'radio radio-card h-full min-h-13 rounded-md border border-line bg-surface px-4 py-3.5 transition-colors not-has-checked:hover:border-control ' +
    'has-checked:border-copper has-checked:bg-copper-soft has-checked:shadow-[inset_0_0_0_1px_var(--color-copper)] ' +
    'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-copper',
} as const

const grids = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-3' } as const

/** One of a few choices, all visible. Native radios: arrows, Tab and forms work without a script. */
export function RadioGroup(props: RadioGroupProps) {
  const {
    name,
    options,
    value,
    defaultValue,
    onChange,
    variant = 'plain',
    columns = 1,
    required,
    form,
    ...fieldset
  } = props
  return (
    <Fieldset {...fieldset}>
      <div className={classNames('grid', variant === 'card' ? 'gap-2.5' : 'gap-x-6', grids[columns])}>
        {options.map(option => (
          <label key={option.value} className={classNames(VARIANTS[variant], option.disabled && 'check-off')}>
            <input
              type="radio"
              name={name}
              form={form}
              value={option.value}
              required={required}
              disabled={option.disabled}
              {...(value === undefined
                ? { defaultChecked: option.value === defaultValue }
                : { checked: option.value === value })}
              onChange={event => onChange?.(event.currentTarget.value)}
              className={classNames('tick', variant === 'card' && 'outline-none')}
            />
            {option.marker !== undefined && (
              <span aria-hidden="true" className="min-w-4 flex-none text-muted tabular-nums">
                {option.marker}
              </span>
            )}
            <OptionText {...option} variant={variant} />
            {option.count !== undefined && <span className="check-count">{option.count}</span>}
          </label>
        ))}
      </div>
    </Fieldset>
  )
}

/** One element, which takes the rest of the line. */
function OptionText({ label, description, count, quiet, variant }: RadioOption & { variant: 'plain' | 'card' }) {
  const style = quiet ? 'text-muted italic' : variant === 'card' ? 'font-medium' : undefined
  const text = <span className={count === 0 ? 'text-muted' : style}>{label}</span>
  if (description === undefined) return text
  return (
    <span>
      {text}
      <span className="mt-0.5 block text-sm text-muted">{description}</span>
    </span>
  )
}

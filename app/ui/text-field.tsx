import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames, controlClass } from './class-names.ts'
import { Field, type FieldTexts, useFieldIds } from './field.tsx'

export type TextFieldProps = Omit<ComponentPropsWithRef<'input'>, 'id' | 'className' | 'prefix'> &
  FieldTexts & {
    /** A sign or icon inside the control, before the text ('$', a magnifying glass). Decorative. */
    lead?: ReactNode
    /** A unit after the text ('%', 'min'). Decorative: say the unit in the label too. */
    trail?: ReactNode
  }

/** One line of text. Works uncontrolled by `name` and `defaultValue`; every attribute of `<input>` passes through. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, optional, hideLabel, id, className, lead, trail, ...input } = props
  const { control, aria } = useFieldIds({ id, hint, error })
  return (
    <Field {...{ control, label, hint, error, optional, hideLabel, className }} required={input.required}>
      <div className="relative">
        {lead !== undefined && (
          <span aria-hidden="true" className="control-lead">
            {lead}
          </span>
        )}
        <input
          type="text"
          {...input}
          {...aria}
          id={control}
          className={classNames(
            controlClass,
            'control-line',
            lead !== undefined && 'pl-10',
            trail !== undefined && 'pr-12',
            (input.type === 'number' || input.inputMode === 'numeric') && 'tabular-nums',
          )}
        />
        {trail !== undefined && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-3.5 flex items-center text-md text-muted"
          >
            {trail}
          </span>
        )}
      </div>
    </Field>
  )
}

export type TextAreaProps = Omit<ComponentPropsWithRef<'textarea'>, 'id' | 'className'> & FieldTexts

/** Several lines of text; grows with its content where the browser can (`field-sizing`), from `rows` (4) on. */
export function TextArea(props: TextAreaProps) {
  const { label, hint, error, optional, hideLabel, id, className, rows = 4, ...area } = props
  const { control, aria } = useFieldIds({ id, hint, error })
  return (
    <Field {...{ control, label, hint, error, optional, hideLabel, className }} required={area.required}>
      <textarea
        {...area}
        {...aria}
        id={control}
        rows={rows}
        style={{ minHeight: `${rows * 1.6 + 1.25}em` }}
        className={classNames(controlClass, 'field-sizing-content max-h-[60dvh] resize-y py-2.5 read-only:bg-sunken')}
      />
    </Field>
  )
}

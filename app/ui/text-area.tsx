import type { ComponentPropsWithRef } from 'react'
import { classNames } from './class-names.ts'
import { controlClass } from './control-class.ts'
import { Field, type FieldTexts, useFieldIds } from './field.tsx'

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

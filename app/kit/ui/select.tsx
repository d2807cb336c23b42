import { Field, type FieldTexts, useFieldIds } from './field.tsx'
import { NativeSelect, type NativeSelectProps } from './inline-select.tsx'

export type SelectFieldProps = Omit<NativeSelectProps, 'id' | 'className'> & FieldTexts

/** A native select with its label above and its notes below. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, optional, hideLabel, id, className, ...select } = props
  const { control, aria } = useFieldIds({ id, hint, error })
  return (
    <Field {...{ control, label, hint, error, optional, hideLabel, className }} required={select.required}>
      <NativeSelect {...select} {...aria} id={control} />
    </Field>
  )
}

import type { ComponentPropsWithRef } from 'react'
import { classNames, controlClass } from './class-names.ts'
import { Field, type FieldTexts, useFieldIds } from './field.tsx'

type FileFieldProps = Omit<ComponentPropsWithRef<'input'>, 'id' | 'className' | 'type'> & FieldTexts

/** One file to be sent with a form of `encType="multipart/form-data"`. The browser's own control, so that it takes dropped files. */
export function FileField(props: FileFieldProps) {
  const { label, hint, error, optional, hideLabel, id, className, ...input } = props
  const { control, aria } = useFieldIds({ id, hint, error })
  return (
    <Field {...{ control, label, hint, error, optional, hideLabel, className }} required={input.required}>
      <input
        {...input}
        {...aria}
        type="file"
        id={control}
        className={classNames(
          controlClass,
          'min-h-11 cursor-pointer py-1.5 pl-1.5 file:mr-4 file:min-h-8 file:cursor-pointer file:rounded-sm file:border-0 file:bg-ink/7 file:px-3.5 file:text-md file:font-medium file:text-ink',
        )}
      />
    </Field>
  )
}

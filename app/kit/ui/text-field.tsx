import { type ComponentPropsWithRef, type InputEvent, type ReactNode, useState } from 'react'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import { isLonger, lengthOf } from '#app/kernel/text.ts'
import { classNames, controlClass } from './class-names.ts'
import { Field, type FieldTexts, useFieldIds } from './field.tsx'

type Most = {
  /** Characters that fit. A longer text may be typed or pasted, and is said to be too long: `maxlength` would cut it without a word. */
  most?: number | undefined
}

/** What is wrong with a text while it is too long, and the handler that notices. */
function useTooLong<Control extends HTMLInputElement | HTMLTextAreaElement>(
  most: number | undefined,
  onInput: ((event: InputEvent<Control>) => void) | undefined,
) {
  const [length, setLength] = useState(0)
  return {
    tooLong:
      length > 0 && most !== undefined
        ? `Tiene ${countOf(length, 'carácter', 'caracteres')} y caben ${formatInteger(most)}: acorta el texto`
        : undefined,
    onInput: (event: InputEvent<Control>) => {
      const { value } = event.currentTarget
      setLength(most !== undefined && isLonger(value, most) ? lengthOf(value) : 0)
      onInput?.(event)
    },
  }
}

export type TextFieldProps = Omit<ComponentPropsWithRef<'input'>, 'id' | 'className' | 'prefix' | 'maxLength'> &
  FieldTexts &
  Most & {
    /** A sign or icon inside the control, before the text ('$', a magnifying glass). Decorative. */
    lead?: ReactNode
    /** A unit after the text ('%', 'min'). Decorative: say the unit in the label too. */
    trail?: ReactNode
  }

/** What a search field adds to its hint where it may have been asked for more than it takes. */
const searchedBeginning = (shown: unknown, most: number): string | undefined =>
  typeof shown === 'string' && lengthOf(shown) >= most - 1
    ? `Buscamos por los primeros ${countOf(most, 'carácter', 'caracteres')}.`
    : undefined

/** One line of text. Works uncontrolled by `name` and `defaultValue`; every attribute of `<input>` passes through. */
export function TextField(props: TextFieldProps) {
  const { label, hint: help, error: given, optional, hideLabel, id, className, lead, trail, most, ...input } = props
  const hint = (input.type === 'search' && most && searchedBeginning(input.defaultValue, most)) || help
  const { tooLong, onInput } = useTooLong(most, input.onInput)
  const error = tooLong ?? given
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
          onInput={onInput}
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

export type TextAreaProps = Omit<ComponentPropsWithRef<'textarea'>, 'id' | 'className' | 'maxLength'> &
  FieldTexts &
  Most

/** Several lines of text; grows with its content where the browser can (`field-sizing`), from `rows` (4) on. */
export function TextArea(props: TextAreaProps) {
  const { label, hint, error: given, optional, hideLabel, id, className, rows = 4, most, ...area } = props
  const { tooLong, onInput } = useTooLong(most, area.onInput)
  const error = tooLong ?? given
  const { control, aria } = useFieldIds({ id, hint, error })
  return (
    <Field {...{ control, label, hint, error, optional, hideLabel, className }} required={area.required}>
      <textarea
        {...area}
        {...aria}
        onInput={onInput}
        id={control}
        rows={rows}
        style={{ minHeight: `${rows * 1.6 + 1.25}em` }}
        className={classNames(controlClass, 'field-sizing-content max-h-[60dvh] resize-y py-2.5 read-only:bg-sunken')}
      />
    </Field>
  )
}

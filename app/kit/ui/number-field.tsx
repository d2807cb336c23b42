import type { KeyboardEvent } from 'react'
import { TextField, type TextFieldProps } from './text-field.tsx'

type NumberFieldProps = Omit<TextFieldProps, 'type' | 'min' | 'max' | 'step'> & {
  min?: number | undefined
  max?: number | undefined
  step?: number | undefined
}

/**
 * A whole number that may be typed as people write it ('249.990'), which `<input type="number">` loses. Arrow up and down add and take
 * away a step, within the limits.
 */
export function NumberField({ step = 1, ...field }: NumberFieldProps) {
  const { min, max } = field
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    const input = event.currentTarget
    const plain = input.value.replaceAll(/[\s.$]/g, '')
    if (direction === undefined || input.readOnly || !/^\d{0,15}$/.test(plain)) return
    event.preventDefault()
    const next = Math.max(min ?? 0, Math.min(max ?? Number.MAX_SAFE_INTEGER, Number(plain) + direction * step))
    // Unlike the property `value`, this change is seen by React.
    input.setRangeText(String(next), 0, input.value.length, 'end')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return (
    <TextField
      inputMode="numeric"
      autoComplete="off"
      {...field}
      role="spinbutton"
      aria-valuemin={min}
      aria-valuemax={max}
      step={step}
      onKeyDown={onKeyDown}
    />
  )
}

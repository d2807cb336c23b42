import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { type KeyboardEvent, useId, useState } from 'react'
import { classNames } from './class-names.ts'
import { FieldNotes } from './field.tsx'

/** The result of typed text: a number to commit, or a message to show. */
export type QuantityParse = { ok: true; value: number } | { ok: false; message: string }

type QuantityFieldProps = {
  label: string
  value: number
  /** The minus button is disabled here. */
  min: number
  /** The plus button is disabled here. */
  max: number
  /** Reads what was typed; clamping and messages are the caller's. */
  parse: (text: string) => QuantityParse
  /** A new number was decided by a button, Enter or leaving the field. */
  onCommit: (value: number) => void
  decreaseLabel: string
  increaseLabel: string
  /** Shows the label above; otherwise it is the input's accessible name only. */
  showLabel?: boolean | undefined
  name?: string | undefined
  disabled?: boolean | undefined
  className?: string | undefined
}

const step =
  'flex size-11 flex-none items-center justify-center text-ink transition-colors not-disabled:hover:bg-ink/6 disabled:text-muted ' +
  'disabled:opacity-50 focus-visible:-outline-offset-2 [&_svg]:size-4'

/** A whole number with minus and plus. Enter or leaving commits what was typed, Escape brings the old number back. */
export function QuantityField(props: QuantityFieldProps) {
  const { label, value, min, max, parse, onCommit, showLabel, name, disabled, className } = props
  const id = useId()
  const [draft, setDraft] = useState<string | null>(null)
  const [error, setError] = useState<string>()

  const forget = () => {
    setDraft(null)
    setError(undefined)
  }
  const commit = () => {
    if (draft === null) return
    const parsed = parse(draft)
    if (!parsed.ok) {
      setError(parsed.message)
      return
    }
    forget()
    if (parsed.value !== value) onCommit(parsed.value)
  }
  const by = (change: number) => {
    forget()
    onCommit(Math.min(max, Math.max(min, value + change)))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && draft !== null) {
      event.preventDefault()
      commit()
    }
    if (event.key === 'Escape' && draft !== null) {
      // Prevented, the key does not reach a dialog around the field.
      event.preventDefault()
      forget()
    }
  }

  return (
    <div className={className}>
      <label htmlFor={id} className={showLabel ? 'mb-1.5 block text-md font-medium' : 'sr-only'}>
        {label}
      </label>
      <div
        className={classNames(
          'inline-flex items-center overflow-hidden rounded-md border bg-surface',
          error === undefined ? 'border-control' : 'border-poor',
        )}
      >
        <button
          type="button"
          aria-label={props.decreaseLabel}
          disabled={disabled || value <= min}
          onClick={() => by(-1)}
          className={step}
        >
          <Minus aria-hidden="true" />
        </button>
        <input
          id={id}
          name={name}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          disabled={disabled}
          value={draft ?? String(value)}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={event => {
            setDraft(event.currentTarget.value)
            setError(undefined)
          }}
          onKeyDown={onKeyDown}
          onBlur={commit}
          className="h-11 w-14 border-x border-line bg-transparent text-center font-medium tabular-nums focus-visible:-outline-offset-2"
        />
        <button
          type="button"
          aria-label={props.increaseLabel}
          disabled={disabled || value >= max}
          onClick={() => by(1)}
          className={step}
        >
          <Plus aria-hidden="true" />
        </button>
      </div>
      <div role="alert">
        <FieldNotes control={id} error={error} />
      </div>
    </div>
  )
}

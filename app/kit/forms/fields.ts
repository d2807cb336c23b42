import type { SelectOption } from '#app/kit/ui/inline-select.tsx'
import type { TextFieldProps } from '#app/kit/ui/text-field.tsx'

/** Plain data, so that a loader can send it. */
type Attributes = { hint?: string; lead?: string; trail?: string } & Pick<
  TextFieldProps,
  'type' | 'inputMode' | 'autoComplete' | 'autoCapitalize' | 'spellCheck' | 'placeholder'
>

type Declared = Attributes & {
  label: string
  /** The message for an empty field; without it the field may stay empty. */
  required?: string
  /** Marks a field that may stay empty with '(opcional)'. */
  optional?: true
}

/** Text of at most `max` characters, on one line or on several. */
export type TextDeclaration = Declared & {
  control: 'line' | 'lines'
  max: number
  /** A shorter text counts as empty and gets the message of `required`. */
  minLength?: number
  /** The message for a longer text, instead of the general one. */
  tooLong?: string
  rows?: number
}

/** A whole number within limits, both included; of pesos or of anything else. */
export type NumberDeclaration = Declared & {
  control: 'integer' | 'pesos'
  min: number
  max: number
  step?: number
  /** The message for input that is not such a number, instead of the general ones. */
  wrong?: string
  /** The messages for a number below or above the limits, where they differ from `wrong`. */
  tooLow?: string
  tooHigh?: string
}

/** One of a few values. */
export type ChoiceDeclaration<Value extends string = string> = Declared & {
  control: 'choice'
  options: readonly (SelectOption & { value: Value })[]
  wrong: string
}

/** A day of the calendar; its limits depend on today. */
export type DayDeclaration = Declared & {
  control: 'day'
  /** The message for input that is not a day. */
  required: string
}

/** A password: it is never trimmed, cut at a limit or shown again. */
export type PasswordDeclaration = Declared & {
  control: 'password'
  required: string
  autoComplete: 'current-password' | 'new-password'
}

export type Declaration = TextDeclaration | NumberDeclaration | ChoiceDeclaration | DayDeclaration | PasswordDeclaration
/** The declared fields of a form by their names, in the form's order. */
export type Fields = Readonly<Record<string, Declaration>>

/** One line of text. */
export const line = <const D extends Omit<TextDeclaration, 'control'>>(declared: D) =>
  ({ control: 'line', ...declared }) as const

/** Several lines of text. */
export const lines = <const D extends Omit<TextDeclaration, 'control'>>(declared: D) =>
  ({ control: 'lines', ...declared }) as const

/** A whole number. */
export const integer = <const D extends Omit<NumberDeclaration, 'control'>>(declared: D) =>
  ({ control: 'integer', ...declared }) as const

/** An amount of whole pesos. */
export const pesosField = <const D extends Omit<NumberDeclaration, 'control'>>(declared: D) =>
  ({ control: 'pesos', ...declared }) as const

/** One of a few values, for a select or radios. */
export const choiceField = <const Value extends string>(declared: Omit<ChoiceDeclaration<Value>, 'control'>) =>
  ({ control: 'choice', ...declared }) as const

/** A day of the calendar. */
export const dayField = <const D extends Omit<DayDeclaration, 'control'>>(declared: D) =>
  ({ control: 'day', type: 'date', ...declared }) as const

/** A password. */
export const password = <const D extends Omit<PasswordDeclaration, 'control'>>(declared: D) =>
  ({ control: 'password', ...declared }) as const

/** The names of the fields, in the form's order. */
export const namesOf = <F extends Fields>(fields: F) => Object.keys(fields) as (keyof F & string)[]

/** The labels of the fields by their names. */
export const labelsOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label])) as Record<
    keyof F & string,
    string
  >

/** What a field's control takes of its declaration: name, label, limits and the attributes of the element. */
type ControlProps<D extends Declaration> = { name: string; label: string } & (D extends ChoiceDeclaration
  ? {
      options: readonly SelectOption[]
      required: boolean
      optional?: boolean | undefined
      hint?: TextFieldProps['hint']
    }
  : D extends { control: 'lines' }
    ? LinesProps
    : LineProps)

type LinesProps = Pick<TextFieldProps, 'hint' | 'optional' | 'placeholder' | 'autoComplete' | 'spellCheck'> & {
  required: boolean
  minLength?: number | undefined
  most?: number | undefined
  rows?: number | undefined
}
type LineProps = Attributes & {
  required: boolean
  optional?: boolean | undefined
  minLength?: number | undefined
  most?: number | undefined
  min?: number | undefined
  max?: number | undefined
  step?: number | undefined
}

/** The attributes that follow from a field's declaration. */
export function controlProps<D extends Declaration>(name: string, declaration: D): ControlProps<D>
export function controlProps(name: string, declared: Declaration) {
  const required = declared.required !== undefined
  if (declared.control === 'choice') {
    const { control, wrong, ...select } = declared
    return { name, ...select, required }
  }
  if ('min' in declared) {
    const { control, wrong, tooLow, tooHigh, ...number } = declared
    return { name, inputMode: 'numeric' as const, autoComplete: 'off', ...number, required }
  }
  if (declared.control === 'day' || declared.control === 'password') {
    const { control, ...input } = declared
    return { name, ...input, required }
  }
  const { control, tooLong, max, ...text } = declared
  return { name, ...text, required, most: max }
}

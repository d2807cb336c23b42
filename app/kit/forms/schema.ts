import { z } from 'zod'
import { type Day, parseDay } from '#app/kernel/dates.ts'
import { foldEmail, isEmail } from '#app/kernel/email.ts'
import { type Pesos, pesos } from '#app/kernel/money.ts'
import { isLonger, lengthOf } from '#app/kernel/text.ts'
import { oneLine } from '#app/platform/http/one-line.ts'
import type {
  ChoiceDeclaration,
  DayDeclaration,
  Declaration,
  Fields,
  NumberDeclaration,
  TextDeclaration,
} from './fields.ts'
import { atMost, cleanLines } from './text.ts'
import { readWhole } from './whole-number.ts'

type Typed = string | undefined

/** The schema that a declaration stands for: what it makes of the text that was typed. */
export type SchemaOf<D extends Declaration> =
  D extends ChoiceDeclaration<infer Value>
    ? z.ZodType<Value, Typed>
    : D extends NumberDeclaration
      ? z.ZodType<
          (D['control'] extends 'pesos' ? Pesos : number) | (D extends { required: string } ? never : null),
          Typed
        >
      : D extends DayDeclaration
        ? z.ZodType<Day, Typed>
        : z.ZodType<string, Typed>

type ShapeOf<F extends Fields> = { -readonly [Name in keyof F]: SchemaOf<F[Name]> }

/** Reads one declared field. A number that may stay empty is null then; a text is ''. */
export function schemaOf<D extends Declaration>(declaration: D): SchemaOf<D>
export function schemaOf(declared: Declaration): z.ZodType {
  switch (declared.control) {
    case 'line':
    case 'lines':
      return textSchema(declared)
    case 'integer':
      return numberSchema(declared)
    case 'pesos':
      return numberSchema(declared).transform(amount => (amount === null ? null : pesos(amount)))
    case 'day':
      return z
        .string()
        .optional()
        .transform((typed, context) => {
          const day = parseDay(typed)
          if (day !== undefined) return day
          context.addIssue({ code: 'custom', message: declared.required })
          return z.NEVER
        })
    case 'password':
      return z.string(declared.required).min(1, declared.required)
    case 'choice':
      return z.enum(
        declared.options.map(({ value }) => value),
        declared.wrong,
      )
  }
}

/** The members of a form's schema, one per declared field. */
export function shapeOf<const F extends Fields>(fields: F): ShapeOf<F>
export function shapeOf(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).map(([name, declaration]) => [name, schemaOf(declaration)]))
}

/** An e-mail address as it is stored and compared. @param wrong the message for a text that is no address */
export const emailOf = ({ required = '' }: { required?: string }, wrong: string) =>
  z
    .string()
    .default('')
    .transform(foldEmail)
    .pipe(
      z
        .string()
        .min(1, required || wrong)
        .refine(isEmail, { error: wrong, when: ({ value }) => value !== '' }),
    )

/** For columns in which nothing typed is null. */
export const orNull = (typed: string): string | null => typed || null

const textSchema = ({ control, max, minLength = 1, required, tooLong }: TextDeclaration) =>
  z
    .string()
    .default('')
    .transform(control === 'line' ? oneLine : cleanLines)
    .pipe(
      z
        .string()
        .refine(text => required === undefined || lengthOf(text) >= minLength, required)
        .refine(text => !isLonger(text, max), tooLong ?? atMost(max)),
    )

const numberSchema = (declared: NumberDeclaration) =>
  z
    .string()
    .default('')
    .transform((typed, context) => {
      const isEmpty = typed.trim() === ''
      if (isEmpty && declared.required === undefined) return null
      const number = readWhole(typed)
      if (number !== undefined && number >= declared.min && number <= declared.max) return number
      context.addIssue({ code: 'custom', message: numberProblem(declared, isEmpty, number) })
      return z.NEVER
    })

function numberProblem(declared: NumberDeclaration, isEmpty: boolean, number: number | undefined): string {
  const { min, max, required, wrong, tooLow, tooHigh } = declared
  if (isEmpty && required !== undefined) return required
  const outside = number === undefined ? undefined : number < min ? tooLow : tooHigh
  if (outside !== undefined) return outside
  if (wrong !== undefined) return wrong
  if (number !== undefined) return number < min ? `El mínimo es ${min}` : `El máximo es ${max.toLocaleString('es-CL')}`
  return declared.control === 'pesos'
    ? 'Ingresa un monto en pesos, como 100.000'
    : 'Ingresa un número entero, sin decimales'
}

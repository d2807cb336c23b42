import { data } from 'react-router'
import type { z } from 'zod'
import type { Result } from '#app/kernel/result.ts'
import { postedForm } from '#app/platform/http/posted-form.server.ts'
import { firstMessagePerField } from './first-messages.ts'
import type { Created, FormAnswer } from './form-answer.ts'
import { textsOf } from './read-form.server.ts'
import { typedValues } from './typed-values.ts'

/** Why a form was refused: a text for the page, or for the field that is to be corrected. The status is 400 with a field, else 409. */
export type Refusal = { text: string; field?: string; status?: 400 | 404 | 409 }

/** The outcome of a form. A response, such as a redirect, is passed on. */
export type Outcome = { done: string; created?: Created } | { refused: Refusal } | Response

type Failures<Failure extends { code: string }> =
  | Readonly<Record<Failure['code'], string | Refusal>>
  | ((failure: Failure) => string | Refusal)

/** A refusal with the page's own text. */
export const refused = (refusal: string | Refusal): Outcome => ({
  refused: typeof refusal === 'string' ? { text: refusal } : refusal,
})

/**
 * Turns a use case's result into an outcome.
 * @param done the text of a success. @param failures the text of each failure, by its code
 */
export function outcomeOf<Value, Failure extends { code: string }>(
  result: Result<Value, Failure>,
  done: string | ((value: Value) => string),
  failures: Failures<Failure>,
): Outcome {
  if (result.ok) return { done: typeof done === 'string' ? done : done(result.value) }
  const { error } = result
  return refused(typeof failures === 'function' ? failures(error) : failures[error.code as Failure['code']])
}

export type FormOptions<Command, Intent extends string, Field extends string, Group extends string> = {
  schema: z.ZodType<Command>
  /** Of the page's forms; a page with one form may name it as it likes. */
  intents: readonly Intent[]
  /** The values shown again for correction. */
  fields: readonly Field[]
  /** Boxes of which several can be ticked. */
  groups?: readonly Group[]
}

/** Maximum ticked boxes that are returned. */
const MAX_SELECTED = 1000

/**
 * Answers a posted form: parses it by its schema, runs its handler and returns the outcome. A refusal includes the
 * typed values.
 * @throws 400 when the body is no form, or not one of the page's.
 */
export async function answerForm<
  Command,
  Intent extends string,
  Field extends string = never,
  Group extends string = never,
>(
  request: Request,
  { schema, intents, fields, groups = [] }: FormOptions<Command, Intent, Field, Group>,
  handle: (command: Command) => Promise<Outcome>,
) {
  const posted = await postedForm(request)
  const texts = textsOf(posted)
  const intent = intents.find(known => known === texts.intent)
  if (intent === undefined) throw data('Bad request', 400)
  const ticked = Object.fromEntries(
    groups.map(group => [group, [...new Set(posted.getAll(group).filter(value => typeof value === 'string'))]]),
  )
  const shown = Object.fromEntries(groups.map(group => [group, ticked[group]?.slice(0, MAX_SELECTED)]))
  type Answer = FormAnswer<Intent, Field, Group>
  const values = { ...typedValues(texts, fields), ...shown } as Answer['values']
  const answer = (body: Pick<Answer, 'text'> & Partial<Answer>, status: number) =>
    data<Answer>({ intent, done: false, errors: {}, values: {}, ...body }, status)

  const parsed = schema.safeParse({ ...texts, ...ticked })
  if (!parsed.success) {
    return answer({ text: 'Revisa el formulario.', errors: firstMessagePerField(parsed.error), values }, 400)
  }
  const outcome = await handle(parsed.data)
  if (outcome instanceof Response) return outcome
  if ('done' in outcome) {
    const { done: text, created } = outcome
    return answer({ done: true, text, ...(created && { created }) }, 200)
  }
  const { text, field, status = field === undefined ? 409 : 400 } = outcome.refused
  return answer({ text, errors: field === undefined ? {} : { [field]: text }, values }, status)
}

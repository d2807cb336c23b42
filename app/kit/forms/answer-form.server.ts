import { data } from 'react-router'
import type { z } from 'zod'
import { Refusal, type RefusalDetails, refuse } from '#app/kernel/refusal.ts'
import type { Result } from '#app/kernel/result.ts'
import { storable } from '#app/kernel/text.ts'
import { postedForm } from '#app/platform/http/posted-form.server.ts'
import { type Created, type FormAnswer, firstMessagePerField, typedValues } from './form-answer.ts'

/** The texts of a posted form, as a database takes them (without NUL and halves of characters); files are none. */
export const textsOf = (posted: FormData): Record<string, string> =>
  Object.fromEntries(
    [...posted].flatMap(([name, value]) => (typeof value === 'string' ? [[name, storable(value)]] : [])),
  )

/**
 * The texts of a posted form.
 * @throws 400 when the body is no form at all.
 */
export const readForm = async (request: Request): Promise<Record<string, string>> => textsOf(await postedForm(request))

/** A refusal of a use case that returns a `Result`: a text for the page, or for the field that is to be corrected. */
export type RefusalText = { text: string } & RefusalDetails

/** The outcome of a form. A response, such as a redirect, is passed on. */
export type Outcome = { done: string; created?: Created } | Response

type Failures<Failure extends { code: string }> =
  | Readonly<Record<Failure['code'], string | RefusalText>>
  | ((failure: Failure) => string | RefusalText)

/**
 * Turns the result of a use case that commits although it refuses into an outcome.
 * @param done the text of a success. @param failures the text of each failure, by its code. @throws Refusal
 */
export function outcomeOf<Value, Failure extends { code: string }>(
  result: Result<Value, Failure>,
  done: string | ((value: Value) => string),
  failures: Failures<Failure>,
): Outcome {
  if (result.ok) return { done: typeof done === 'string' ? done : done(result.value) }
  const { error } = result
  const refusal = typeof failures === 'function' ? failures(error) : failures[error.code as Failure['code']]
  return typeof refusal === 'string' ? refuse(refusal) : refuse(refusal.text, refusal)
}

/** What a form shows of a refusal: its text, at a field or for the page. */
export type RefusalAnswer = {
  done: false
  text: string
  errors: Readonly<Record<string, string>>
  /** The person decided on outdated data. */
  stale?: true
}

/** @throws whatever is no refusal */
function shownRefusal(error: unknown): { answer: RefusalAnswer; status: number } {
  if (!(error instanceof Refusal)) throw error
  const { message: text, field, status, stale } = error
  const errors = field === undefined ? {} : { [field]: text }
  return { answer: { done: false, text, errors, ...(stale && { stale }) }, status }
}

/**
 * The answer of a form's action, or its refusal as one: 400 with a field, else 409. For actions that `answerForm` doesn't serve: those of
 * lists, and the shop's own.
 * @param kept what a refused form gets besides, such as what was typed, or instead of the text. @throws whatever is no refusal
 */
export async function answerRefusals<Answer, Kept extends object = object>(work: () => Promise<Answer>, kept?: Kept) {
  try {
    return await work()
  } catch (error) {
    const { answer, status } = shownRefusal(error)
    return data<RefusalAnswer & Kept>({ ...answer, ...(kept as Kept) }, status)
  }
}

export type FormOptions<Command, Intent extends string, Field extends string, Group extends string> = {
  schema: z.ZodType<Command>
  /** Of the page's forms; a page with one form may name it as it likes. */
  intents: readonly Intent[]
  /** The values shown again for correction. */
  fields: readonly Field[]
  /** Boxes of which several can be selected. */
  groups?: readonly Group[]
}

/** Maximum selected boxes that are returned. */
const MAX_SELECTED = 1000

/**
 * Answers a posted form: parses it by its schema, runs its handler and returns the outcome. A refusal that it throws is answered with
 * the typed values: 400 at a field, else 409.
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
  const selected = Object.fromEntries(
    groups.map(group => [group, [...new Set(posted.getAll(group).filter(value => typeof value === 'string'))]]),
  )
  const shown = Object.fromEntries(groups.map(group => [group, selected[group]?.slice(0, MAX_SELECTED)]))
  type Answer = FormAnswer<Intent, Field, Group>
  const values = { ...typedValues(texts, fields), ...shown } as Answer['values']
  const answer = (body: Pick<Answer, 'text'> & Partial<Answer>, status: number) =>
    data<Answer>({ intent, done: false, errors: {}, values: {}, ...body }, status)

  const parsed = schema.safeParse({ ...texts, ...selected })
  if (!parsed.success) {
    return answer({ text: 'Revisa el formulario.', errors: firstMessagePerField(parsed.error), values }, 400)
  }
  try {
    const outcome = await handle(parsed.data)
    if (outcome instanceof Response) return outcome
    const { done: text, created } = outcome
    return answer({ done: true, text, ...(created && { created }) }, 200)
  } catch (error) {
    const refusal = shownRefusal(error)
    return answer({ ...refusal.answer, values }, refusal.status)
  }
}

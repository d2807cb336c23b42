import { useState } from 'react'
import { data, type ErrorResponse, isRouteErrorResponse, type ShouldRevalidateFunctionArgs } from 'react-router'
import { otherAccountFrom, refusalFrom } from '#app/platform/http/other-account.ts'
import type { FormAnswer } from './form-answer.ts'

/** The message of a form without a response. */
export const NO_ANSWER =
  'La tienda no respondió y no sabemos si tu solicitud alcanzó a llegar. Lo que escribiste sigue aquí: inténtalo otra vez.'

/** Why nothing was saved: the session has expired, or the server can't be reached. */
export type NotSaved = { notSaved: 'signed_out' | 'unreached' }

const isNotSaved = (input: object | undefined): input is NotSaved => input !== undefined && 'notSaved' in input

/** The path of the log-in screen. */
export const LOG_IN_PATH = '/auth'

const leadsToLogIn = ({ headers }: Response): boolean => headers.get('Location')?.split('?')[0] === LOG_IN_PATH

/** Interprets a failed action in the browser; undefined: the server did respond. */
export function whyNotSaved(outcome: unknown): NotSaved['notSaved'] | undefined {
  if (otherAccountFrom(outcome)?.signedInAs === null) return 'signed_out'
  if (outcome instanceof Response) return leadsToLogIn(outcome) ? 'signed_out' : undefined
  if (!isRouteErrorResponse(outcome)) return 'unreached'
  return outcome.status >= 500 || outcome.status === 429 ? 'unreached' : undefined
}

/** The status of a form that is longer than its address takes; its text says so. */
export const TOO_LONG_STATUS = 413

export const isTooLong = (outcome: unknown): outcome is ErrorResponse =>
  isRouteErrorResponse(outcome) && outcome.status === TOO_LONG_STATUS

/** Statuses that prevent the page's loaders from running, which would lead to the log-in screen or an error. */
export const NOT_SAVED_STATUS: Record<NotSaved['notSaved'], number> = { signed_out: 401, unreached: 503 }

type Submission<Answer> = { request: Request; serverAction: () => Promise<Answer> }

/**
 * The client action of a page that stays with its typed input where no answer of the server comes: a lost connection, a failing server. A
 * redirect is an answer, and so are the refusals of another account's form (`keepRefusedForms`) and of one that is too long or that no
 * form answers (`keepUnanswered`).
 * @param unanswered what the page then answers to the form that was sent; undefined where it has no words for it. Without this function an
 *   editor says why it did not save (`useLastAnswer`, `NotSaved`), also when the session has expired.
 * @returns with a status that lets no loader run, of the page or of a layout: each would fail for the same reason.
 * @throws the server's other responses; without `unanswered` its errors as well, for example 404.
 */
export async function keepTypedInput<Answer>(submission: Submission<Answer>): Promise<Answer | Answered<NotSaved>>
export async function keepTypedInput<Answer, Own extends object>(
  submission: Submission<Answer>,
  unanswered: (form: FormData) => Own | undefined,
): Promise<Answer | Answered<Own>>
export async function keepTypedInput<Answer>(
  { request, serverAction }: Submission<Answer>,
  unanswered?: (form: FormData) => object | undefined,
) {
  const sent = request.clone()
  try {
    return await serverAction()
  } catch (outcome) {
    const notSaved = unanswered ? whyUnanswered(outcome) : whyNotSaved(outcome)
    const answer = notSaved && (unanswered ? unanswered(await sent.formData()) : { notSaved })
    if (!answer) throw outcome
    return data(answer, NOT_SAVED_STATUS[notSaved])
  }
}

/** Whatever stands between browser and shop may answer in its place, with any error and without the shop's words. */
const whyUnanswered = (outcome: unknown): 'unreached' | undefined =>
  outcome instanceof Response || otherAccountFrom(outcome) || isTooLong(outcome) || refusalFrom(outcome)
    ? undefined
    : 'unreached'

type Answered<Own> = ReturnType<typeof data<Own>>

/** What a page of forms with intents answers to one without a response: a message. What was typed is still in its fields. */
export const unansweredIntent =
  <Intent extends string>(intents: readonly Intent[]) =>
  (form: FormData): FormAnswer<Intent> | undefined => {
    const posted = form.get('intent')
    const intent = intents.find(known => known === posted)
    return intent && { intent, done: false, text: NO_ANSWER, errors: {}, values: {} }
  }

/**
 * `shouldRevalidate` of a page whose forms are refused (409) because something has changed meanwhile: the page below the
 * message then shows the current state. The router alone would keep what was loaded before.
 */
export const revalidateOnConflict = ({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean => actionStatus === 409 || defaultShouldRevalidate

/** The last answer of the server to a form, and why there has been none since. */
export function useLastAnswer<Answer extends object>(input: Answer | NotSaved | undefined) {
  const [last, setLast] = useState<Answer>()
  const answer = isNotSaved(input) ? last : input
  if (answer !== last) setLast(answer)
  return { answer, notSaved: isNotSaved(input) ? input.notSaved : undefined }
}

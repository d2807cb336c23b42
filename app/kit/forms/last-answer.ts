import { useState } from 'react'
import { data, type ErrorResponse, isRouteErrorResponse } from 'react-router'
import { otherAccountFrom } from '#app/platform/http/other-account.ts'

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

/**
 * The action's answer; when there is none, the reason, so that the page stays with its typed input.
 * @throws other responses of the server, for example 404.
 */
export async function stayOnPage<Answer>(serverAction: () => Promise<Answer>) {
  try {
    return await serverAction()
  } catch (outcome) {
    const notSaved = whyNotSaved(outcome)
    if (notSaved === undefined) throw outcome
    return data<NotSaved>({ notSaved }, NOT_SAVED_STATUS[notSaved])
  }
}

/** The last answer of the server to a form, and why there has been none since. */
export function useLastAnswer<Answer extends object>(input: Answer | NotSaved | undefined) {
  const [last, setLast] = useState<Answer>()
  const answer = isNotSaved(input) ? last : input
  if (answer !== last) setLast(answer)
  return { answer, notSaved: isNotSaved(input) ? input.notSaved : undefined }
}

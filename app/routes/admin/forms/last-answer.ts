import { useState } from 'react'
import { data, isRouteErrorResponse } from 'react-router'

/** Why nothing was answered: the session has ended meanwhile, or the server or the way to it is away. */
export type NotSaved = { notSaved: 'signed_out' | 'unreached' }

const isNotSaved = (input: object | undefined): input is NotSaved => input !== undefined && 'notSaved' in input

const leadsToLogIn = ({ headers }: Response): boolean => /^\/auth(\?|$)/.test(headers.get('Location') ?? '')

/** What a browser makes of an action that was not answered; undefined: the server did say something. */
export function whyNotSaved(outcome: unknown): NotSaved['notSaved'] | undefined {
  if (outcome instanceof Response) return leadsToLogIn(outcome) ? 'signed_out' : undefined
  if (!isRouteErrorResponse(outcome)) return 'unreached'
  return outcome.status >= 500 || outcome.status === 429 ? 'unreached' : undefined
}

/** Statuses that keep the page's loaders from being asked, which would lead to the log-in screen or to an error. */
export const NOT_SAVED_STATUS: Record<NotSaved['notSaved'], number> = { signed_out: 401, unreached: 503 }

/**
 * What an action answers; where it cannot, that, so that the page stays with what is typed in it.
 * @throws what else the server says, as that there is no such page.
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

/** The last thing that the server said about a form, and why it has not answered since. */
export function useLastAnswer<Answer extends object>(input: Answer | NotSaved | undefined) {
  const [last, setLast] = useState<Answer>()
  const answer = isNotSaved(input) ? last : input
  if (answer !== last) setLast(answer)
  return { answer, notSaved: isNotSaved(input) ? input.notSaved : undefined }
}

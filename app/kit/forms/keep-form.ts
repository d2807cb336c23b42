import { data, type ShouldRevalidateFunctionArgs } from 'react-router'
import { otherAccountFrom, refusalFrom } from '#app/platform/http/other-account.ts'
import type { FormAnswer } from './form-answer.ts'
import { isTooLong, NOT_SAVED_STATUS } from './last-answer.ts'

/** The message of a form without a response. */
export const NO_ANSWER =
  'La tienda no respondió y no sabemos si tu solicitud alcanzó a llegar. Lo que escribiste sigue aquí: inténtalo otra vez.'

/**
 * The server's answer to a form; where none comes (a lost connection, a failing server), `instead`, so that the page
 * stays with its typed input. A redirect is an answer, and so are the refusals of another account's form (`keepRefusedForms`) and
 * of one that is too long or that no form answers (`keepUnanswered`).
 * The status of an answer that the browser made lets no loader run, of the page or of a layout: each would fail for the same reason.
 */
export async function answerOrKeepForm<Answer, Own extends object>(
  serverAction: () => Promise<Answer>,
  instead: () => Own,
) {
  try {
    return await serverAction()
  } catch (outcome) {
    if (outcome instanceof Response || otherAccountFrom(outcome) || isTooLong(outcome) || refusalFrom(outcome))
      throw outcome
    return data(instead(), NOT_SAVED_STATUS.unreached)
  }
}

/**
 * `shouldRevalidate` of a page whose forms are refused (409) because something has changed meanwhile: the page below the
 * message then shows the current state. The router alone would keep what was loaded before.
 */
export const revalidateOnConflict = ({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean => actionStatus === 409 || defaultShouldRevalidate

type Submission<Answer> = { request: Request; serverAction: () => Promise<Answer> }

/**
 * The client action of a page of forms with intents: where no response comes the page stays as it is, with a message.
 * What was typed is still in its fields.
 */
export async function keepForms<Intent extends string, Answer>(
  { request, serverAction }: Submission<Answer>,
  intents: readonly Intent[],
) {
  const posted = (await request.clone().formData()).get('intent')
  const intent = intents.find(known => known === posted)
  if (intent === undefined) return serverAction()
  return answerOrKeepForm(
    serverAction,
    (): FormAnswer<Intent> => ({ intent, done: false, text: NO_ANSWER, errors: {}, values: {} }),
  )
}

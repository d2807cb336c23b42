import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { otherAccountFrom } from '#app/platform/http/other-account.ts'
import type { FormAnswer } from './form-answer.ts'

/**
 * Answers created in the browser because the server's did not come: reloading the page would fail for the same reason.
 */
const ownAnswers = new WeakSet<object>()

/** The message of a form without a response. */
export const NO_ANSWER =
  'La tienda no respondió y no sabemos si tu solicitud alcanzó a llegar. Lo que escribiste sigue aquí: inténtalo otra vez.'

/**
 * The server's answer to a form; where none comes (a lost connection, a failing server), `instead`, so that the page
 * stays with its typed input. A redirect is an answer, and so is the refusal of another account's form (`keepRefusedForms`).
 */
export async function answerOrKeepForm<Answer, Own extends object>(
  serverAction: () => Promise<Answer>,
  instead: () => Own,
): Promise<Answer | Own> {
  try {
    return await serverAction()
  } catch (outcome) {
    if (outcome instanceof Response || otherAccountFrom(outcome)) throw outcome
    const own = instead()
    ownAnswers.add(own)
    return own
  }
}

/** `shouldRevalidate` of a page whose action uses `answerOrKeepForm`. */
export const revalidateUnlessUnanswered = ({
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean =>
  typeof actionResult === 'object' && actionResult !== null && ownAnswers.has(actionResult)
    ? false
    : defaultShouldRevalidate

/**
 * `shouldRevalidate` of a page whose forms are refused (409) because something has changed meanwhile: the page below the
 * message then shows the current state. The router alone would keep what was loaded before.
 */
export const revalidateOnConflict = (args: ShouldRevalidateFunctionArgs): boolean =>
  args.actionStatus === 409 || revalidateUnlessUnanswered(args)

type Submission<Answer> = { request: Request; serverAction: () => Promise<Answer> }

/**
 * The client action of a page of forms with intents: where no response comes the page stays as it is, with a message.
 * What was typed is still in its fields.
 */
export async function keepForms<Intent extends string, Answer>(
  { request, serverAction }: Submission<Answer>,
  intents: readonly Intent[],
): Promise<Answer | FormAnswer<Intent>> {
  const posted = (await request.clone().formData()).get('intent')
  const intent = intents.find(known => known === posted)
  if (intent === undefined) return serverAction()
  return answerOrKeepForm(
    serverAction,
    (): FormAnswer<Intent> => ({ intent, done: false, text: NO_ANSWER, errors: {}, values: {} }),
  )
}

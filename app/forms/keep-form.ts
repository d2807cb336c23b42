import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** Answers that the browser gave itself, because the shop's did not come: reading the page again would fail for the same reason. */
const ownAnswers = new WeakSet<object>()

/** What a form says that got no answer. */
export const NO_ANSWER =
  'La tienda no respondió y no sabemos si tu solicitud alcanzó a llegar. Lo que escribiste sigue aquí: inténtalo otra vez.'

/**
 * The server's answer to a form; where none comes (a cut, a server that fails), `instead`, so that the page stays with everything
 * typed. A redirect is an answer.
 */
export async function answerOrKeepForm<Answer, Own extends object>(
  serverAction: () => Promise<Answer>,
  instead: () => Own,
): Promise<Answer | Own> {
  try {
    return await serverAction()
  } catch (outcome) {
    if (outcome instanceof Response) throw outcome
    const own = instead()
    ownAnswers.add(own)
    return own
  }
}

/** `shouldRevalidate` of a page whose action answers by `answerOrKeepForm`. */
export const revalidateUnlessKept = ({
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean =>
  typeof actionResult === 'object' && actionResult !== null && ownAnswers.has(actionResult)
    ? false
    : defaultShouldRevalidate

import { type DataStrategyResult, data } from 'react-router'
import { OTHER_ACCOUNT_STATUS, otherAccountFrom } from '#app/platform/http/other-account.ts'

let signedInAs: string | undefined
const listeners = new Set<() => void>()

/** The account for which the last form was refused; undefined once its person has read that. */
export const refusedForm = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  current: (): string | undefined => signedInAs,
  set(email: string | undefined) {
    signedInAs = email
    for (const listener of listeners) listener()
  },
}

/**
 * The page of a form that was opened under another account stays as it is, with everything typed: its action gets no answer
 * at all, and a notice above the page says why.
 */
export function keepRefusedForms(results: Record<string, DataStrategyResult>): Record<string, DataStrategyResult> {
  for (const [route, { result }] of Object.entries(results)) {
    const refused = otherAccountFrom(result)
    if (!refused) continue
    results[route] = { type: 'data', result: data(undefined, OTHER_ACCOUNT_STATUS) }
    refusedForm.set(refused.signedInAs)
  }
  return results
}

import { type DataStrategyResult, data } from 'react-router'
import { OTHER_ACCOUNT_STATUS, otherAccountFrom } from '#app/platform/http/other-account.ts'

/** Shows the account for which a form was refused, null for nobody; set by the notice once it is on the page. */
export const refusal = { show(_email: string | null): void {} }

/**
 * The page of a form whose account is not signed in stays as it is, with everything typed: its action gets no answer
 * at all, and a notice above the page says why.
 */
export function keepRefusedForms(results: Record<string, DataStrategyResult>): Record<string, DataStrategyResult> {
  for (const [route, { result }] of Object.entries(results)) {
    const refused = otherAccountFrom(result)
    if (!refused) continue
    results[route] = { type: 'data', result: data(undefined, OTHER_ACCOUNT_STATUS) }
    refusal.show(refused.signedInAs)
  }
  return results
}

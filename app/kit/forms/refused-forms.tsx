import { type DataStrategyResult, data } from 'react-router'
import { notify } from '#app/kit/ui/toast.ts'
import { OTHER_ACCOUNT_STATUS, otherAccountFrom } from '#app/platform/http/other-account.ts'
import { otherAccountTexts } from './other-account-texts.ts'
import { shownPage } from './shown-page.ts'

/**
 * The page of a form whose account is not signed in stays as it is, with everything typed: its action gets no answer
 * at all, and a dialog above the page says why.
 */
export function keepRefusedForms(results: Record<string, DataStrategyResult>): Record<string, DataStrategyResult> {
  for (const [route, { result }] of Object.entries(results)) {
    const refused = otherAccountFrom(result)
    if (!refused) continue
    results[route] = { type: 'data', result: data(undefined, OTHER_ACCOUNT_STATUS) }
    void showRefusal(refused.signedInAs)
  }
  return results
}

/**
 * Hardly any visit ever shows the dialog; where its code does not come, a message says the same.
 * @param email of the account that is signed in; null: none
 */
async function showRefusal(email: string | null): Promise<void> {
  try {
    const { default: OtherAccountDialog } = await import('./other-account-dialog.tsx')
    shownPage.showAbove(<OtherAccountDialog email={email} onClose={() => shownPage.showAbove(undefined)} />)
  } catch {
    const { title, reason } = otherAccountTexts(email)
    notify({ title, description: reason, tone: 'error' })
  }
}

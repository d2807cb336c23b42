/** What a page gets of a refusal that no form of its own answers; its status is that of the response. */
export type Refused = { refusal: string }

/** The text of a refusal in what a route's action or loader threw; undefined for anything else. */
export function refusalFrom(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('data' in error)) return undefined
  const { data } = error
  return typeof data === 'object' && data !== null && 'refusal' in data ? String(data.refusal) : undefined
}

/** Precondition failed: the form's account is not signed in. After it no page reloads and everything typed stays. */
export const OTHER_ACCOUNT_STATUS = 412

/** Why a form is refused whose account is not signed in. */
export type OtherAccount = {
  /** The e-mail of the account that is signed in now, in this browser; null where the session has ended. */
  signedInAs: string | null
  /** What was sent, for a page without scripts, which is replaced by the answer; no passwords. */
  sent: readonly (readonly [name: string, value: string])[]
}

/** The refusal in what a route's action threw; undefined for anything else. */
export function otherAccountFrom(error: unknown): OtherAccount | undefined {
  if (typeof error !== 'object' || error === null || !('status' in error) || !('data' in error)) return undefined
  const { status, data } = error
  if (status !== OTHER_ACCOUNT_STATUS || typeof data !== 'object' || data === null) return undefined
  // The only answer of the shop with this status.
  return 'signedInAs' in data ? (data as OtherAccount) : undefined
}

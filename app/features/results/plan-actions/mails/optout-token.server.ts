import { openText, sealText } from '#app/platform/secrets/shop-secrets.server.ts'

const PURPOSE = 'plan-mails:'

/** The address at which the owner of a mailbox wants no more mails about actions: a path whose token holds that mailbox, sealed. */
export const stopPath = (email: string): string =>
  `/avisos-de-planes?${new URLSearchParams({ token: sealText('session', PURPOSE + email) })}`

/** The mailbox of a token; undefined for anything that the shop has not sealed for it. */
export function mailboxOf(token: string): string | undefined {
  try {
    const text = openText('session', token)
    return text.startsWith(PURPOSE) ? text.slice(PURPOSE.length) : undefined
  } catch {
    return undefined
  }
}

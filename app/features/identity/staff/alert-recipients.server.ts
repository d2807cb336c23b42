import type { Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import { alertEmail } from '#app/platform/texts/alert-settings.ts'

export type AlertRecipient = {
  email: string
  /** Empty for the address of the settings. */
  first_name: string
}

/** The administrators' addresses. Runs as the shop. */
export async function adminEmails(tx: Transaction<DB>): Promise<AlertRecipient[]> {
  return tx
    .selectFrom('profiles')
    .select(['email', 'first_name'])
    .where('staff_scope', '=', 'admin')
    .where('deleted_at', 'is', null)
    .orderBy('email')
    .execute()
}

/** Who reads the shop's alerts to its owner: the address of the settings, or else every administrator. Runs as the shop. */
export async function alertRecipients(tx: Transaction<DB>): Promise<AlertRecipient[]> {
  const email = alertEmail()
  return email === undefined ? adminEmails(tx) : [{ email, first_name: '' }]
}

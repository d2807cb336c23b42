import type { Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'

/** The fields of a profile that its owner may change. */
type OwnFields = { first_name: string; last_name: string; company: string | null; phone: string | null }

/** Updates a profile. False: there is none with this id that the actor may change. */
export async function updateProfileFields(tx: Transaction<DB>, id: string, fields: OwnFields): Promise<boolean> {
  const { first_name, last_name, company, phone } = fields
  const updated = await tx
    .updateTable('profiles')
    .set({ first_name, last_name, company, phone })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** The account with a normalised e-mail, as far as the actor may see it. */
export async function profileIdOf(tx: Transaction<DB>, email: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('profiles')
    .select('id')
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.id
}

/** The recipient of a mail to the owner of an account. */
export const findReader = (tx: Transaction<DB>, userId: string): Promise<{ email: string; first_name: string }> =>
  tx.selectFrom('profiles').select(['email', 'first_name']).where('id', '=', userId).executeTakeFirstOrThrow()

/** Valid API keys that somebody has created. For administrators. */
export async function countOwnKeys(tx: Transaction<DB>, userId: string, now: Date): Promise<number> {
  const { keys } = await tx
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll<number>().as('keys'))
    .where('created_by', '=', userId)
    .where('revoked_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirstOrThrow()
  return keys
}

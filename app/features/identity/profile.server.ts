import { type Kysely, sql, type Transaction } from 'kysely'
import type { AuthCaller } from '#app/features/identity/auth-call.server.ts'
import { accountDeletedMail } from '#app/features/identity/identity-mails.server.ts'
import type { ProfileFields } from '#app/features/identity/identity-schema.server.ts'
import { actorOf, type SessionUser } from '#app/features/identity/session.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { queueMail } from '#app/mails/outbox.server.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type PasswordRefusal, verifyPassword } from './credentials/password.server.ts'

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

/** Changes the four fields of the user's own profile; nothing else of it can be changed this way (spec D28). */
export async function updateProfile(
  db: Kysely<DB>,
  user: Pick<SessionUser, 'id' | 'role'>,
  fields: ProfileFields,
): Promise<Result<undefined, { code: 'not_found' }>> {
  const updated = await asActor(db, actorOf(user), tx => updateProfileFields(tx, user.id, fields))
  return updated ? ok(undefined) : err({ code: 'not_found' })
}

export type DeletionRefusal =
  | PasswordRefusal
  /** A payment or refund of this buyer is being settled: its outcome needs the account. */
  | { code: 'payment_in_progress' }
  | { code: 'last_admin' }
  /** The only member of an organisation who buys: it is handed over first. */
  | { code: 'last_buyer' }

type Answer = 'deleted' | 'password_changed' | 'payment_in_progress' | 'last_admin' | 'last_buyer'

/**
 * Deletes the user's account in one transaction. Orders with their billing data stay, as tax law requires; the personal
 * data, the bought seats and their answers are deleted, every session ends, and the e-mail is free again.
 */
export async function deleteAccount(
  caller: AuthCaller,
  user: Pick<SessionUser, 'id' | 'role' | 'email' | 'first_name'>,
  { password, now }: { password: string; now: Date },
): Promise<Result<undefined, DeletionRefusal>> {
  const verified = await verifyPassword(caller, user.id, password)
  if (!verified.ok) return verified
  return asActor(caller.db, actorOf(user), async tx => {
    const { rows } = await sql<{
      answer: Answer
    }>`select private.delete_own_account(${verified.value}, ${now}) as answer`.execute(tx)
    const answer = rows[0]?.answer
    if (answer === 'payment_in_progress' || answer === 'last_admin' || answer === 'last_buyer')
      return err({ code: answer })
    if (answer !== 'deleted') return err({ code: 'wrong_password' })
    await queueMail(tx, accountDeletedMail({ recipient: user.email, firstName: user.first_name }, now))
    return ok(undefined)
  })
}

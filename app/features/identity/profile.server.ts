import { type Kysely, sql, type Transaction } from 'kysely'
import type { AuthCaller } from '#app/features/identity/auth-call.server.ts'
import { accountDeletedMail } from '#app/features/identity/identity-mails.server.ts'
import type { ProfileFields } from '#app/features/identity/identity-schema.server.ts'
import { actorOf, type SessionUser } from '#app/features/identity/session.server.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { queueMail } from '#app/mails/outbox.server.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { PASSWORD_TEXTS, requirePassword } from './credentials/password.server.ts'

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
export async function findProfileId(tx: Transaction<DB>, email: string): Promise<string | undefined> {
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

/** Changes the four fields of the user's own profile; nothing else of it can be changed this way (spec D28). False: it is gone. */
export const updateProfile = (
  db: Kysely<DB>,
  user: Pick<SessionUser, 'id' | 'role'>,
  fields: ProfileFields,
): Promise<boolean> => asActor(db, actorOf(user), tx => updateProfileFields(tx, user.id, fields))

type Refused = 'password_changed' | 'payment_in_progress' | 'last_admin' | 'last_buyer'

/** Why the database deletes no account, by its answer. */
const REFUSED: Readonly<Record<Refused, Parameters<typeof refuse>>> = {
  password_changed: [PASSWORD_TEXTS.wrong_password, { field: 'password' }],
  // The outcome of a payment or refund needs the account.
  payment_in_progress: [
    'Hay un pago o un reembolso tuyo que se está confirmando. Espera a que termine y vuelve a intentarlo.',
  ],
  last_buyer: ['Eres la única persona que compra en tu organización. Traspásala a otra antes de eliminar tu cuenta.'],
  last_admin: ['Eres la única persona que administra la tienda. Nombra a otra antes de eliminar tu cuenta.'],
}

/**
 * Deletes the user's account in one transaction. Orders with their billing data stay, as tax law requires; the personal
 * data, the bought seats and their answers are deleted, every session ends, and the e-mail is free again. @throws Refusal
 */
export async function deleteAccount(
  caller: AuthCaller,
  user: Pick<SessionUser, 'id' | 'role' | 'email' | 'first_name'>,
  { password, now }: { password: string; now: Date },
): Promise<void> {
  const verified = await requirePassword(caller, user.id, { password, field: 'password' })
  return asActor(caller.db, actorOf(user), async tx => {
    const { rows } = await sql<{ answer: 'deleted' | Refused }>`
      select private.delete_own_account(${verified}, ${now}) as answer`.execute(tx)
    const answer = rows[0]?.answer ?? 'password_changed'
    if (answer !== 'deleted') refuse(...REFUSED[answer])
    await queueMail(tx, accountDeletedMail({ recipient: user.email, firstName: user.first_name }, now))
  })
}

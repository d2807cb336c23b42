import { sql, type Transaction } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { Role } from '#app/platform/database/values.ts'
import { queueMail } from '#app/platform/mail/outbox.server.ts'
import { askPassword, type PasswordRefusal } from './ask-password.server.ts'
import type { AuthCaller } from './auth-call.server.ts'
import { countOwnKeys, findReader } from './identity.db.server.ts'
import { roleChangedMail } from './identity-mails.server.ts'

export type RoleRefusal =
  | PasswordRefusal
  | {
      code:
        | 'client_not_found'
        | 'same_role'
        | 'last_admin'
        /** Somebody took the administrator's own role meanwhile. */
        | 'not_admin'
    }

type Answer = 'changed' | 'not_admin' | 'wrong_password' | 'unknown_role' | 'not_found' | 'same' | 'last_admin'

/**
 * Gives somebody another role, once the administrator has given the password again. The person's open sessions have the new role from
 * their next request on, because each asks the profile; and they are told by mail.
 * @returns how many keys of the API the person has made that still hold: they are the shop's, and whoever knows them goes on reading
 */
export async function changeRole(
  caller: AuthCaller,
  given: { actor: Extract<Actor, { kind: 'admin' }>; userId: string; role: Role; password: string; now: Date },
): Promise<Result<{ keys: number }, RoleRefusal>> {
  const { actor, userId, role, password, now } = given
  const asked = await askPassword(caller, actor.userId, password)
  if (!asked.ok) return asked
  return asActor(caller.db, actor, async tx => {
    const { rows } = await sql<{ answer: Answer; role_before: Role | null }>`
      select * from private.change_role(${userId}::uuid, ${role}, ${asked.value})`.execute(tx)
    const [{ answer, role_before } = { answer: 'not_found' as const, role_before: null }] = rows
    switch (answer) {
      case 'changed':
        await writeAudit(tx, {
          action: 'role_changed',
          entity: 'profiles',
          entity_id: userId,
          before: { role: role_before },
          after: { role },
        })
        await tellOwner(tx, userId, { from: role_before ?? role, to: role, now })
        return ok({ keys: await countOwnKeys(tx, userId, now) })
      case 'same':
        return err({ code: 'same_role' })
      case 'not_found':
        return err({ code: 'client_not_found' })
      case 'wrong_password':
      case 'last_admin':
      case 'not_admin':
        return err({ code: answer })
      case 'unknown_role':
        throw new Error(`The database knows no role ${role}`)
    }
  })
}

async function tellOwner(tx: Transaction<DB>, userId: string, change: { from: Role; to: Role; now: Date }) {
  const { email, first_name } = await findReader(tx, userId)
  await queueMail(tx, roleChangedMail({ recipient: email, firstName: first_name }, change))
}

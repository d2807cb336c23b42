import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import type { AuthCaller } from '#app/features/identity/auth-call.server.ts'
import { securityNotice } from '#app/features/identity/identity-mails.server.ts'
import { asActor, readAs, SYSTEM } from '#app/platform/database/actor.server.ts'
import { queueMail } from '#app/platform/mail/outbox.server.ts'

/** How a log-in was proved, at last. */
export type Proof = 'password' | 'totp' | 'recovery' | 'passkey'

/** Records that a log-in of somebody of the staff failed. Others' are only counted: the log is about who works in the shop. */
export const noteFailedSignIn = async (caller: AuthCaller, email: string, by: Proof): Promise<void> => {
  const staff = await staffOf(caller, { email })
  if (!staff) return
  await asActor(caller.db, SYSTEM, tx =>
    writeAudit(tx, { action: 'sign_in_failed', entity: 'profiles', entity_id: staff.id, after: { confirmed_by: by } }),
  )
}

/** Records a log-in of somebody of the staff, who is told by mail when the browser is a new one. @param who is in */
export async function noteSignIn(
  caller: AuthCaller,
  who: Sought,
  { by, isKnown }: { by: Proof; isKnown: boolean },
): Promise<void> {
  const staff = await staffOf(caller, who)
  if (!staff) return
  const userId = staff.id
  await asActor(caller.db, { kind: 'admin', userId }, async tx => {
    const after = { confirmed_by: by, new_device: !isKnown }
    await writeAudit(tx, { action: 'signed_in', entity: 'profiles', entity_id: userId, after })
    if (isKnown) return
    const told = 'Alguien entró a tu cuenta desde un navegador que no conocíamos.'
    const reader = { recipient: staff.email, firstName: staff.first_name }
    await queueMail(tx, securityNotice(reader, { told, userAgent: caller.userAgent, now: caller.now }))
  })
}

/** An account, by its id or its e-mail in lower case. */
type Sought = { id: string } | { email: string }

async function staffOf({ db }: AuthCaller, sought: Sought) {
  return readAs(db, SYSTEM, tx =>
    tx
      .selectFrom('profiles')
      .select(['id', 'email', 'first_name'])
      .where('staff_scope', 'is not', null)
      .where('deleted_at', 'is', null)
      .where(eb => ('id' in sought ? eb('id', '=', sought.id) : eb('email', '=', sought.email)))
      .executeTakeFirst(),
  )
}

import { sql } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { queueMail } from '#app/platform/mail/outbox.server.ts'
import { askPassword, type PasswordRefusal } from './ask-password.server.ts'
import { type AuthCaller, callAuth } from './auth-call.server.ts'
import { passwordChangedMail } from './identity-mails.server.ts'
import { actorOf, type SessionUser } from './session.server.ts'

type Given = { current: string; next: string; now: Date }

/**
 * Sets a new password. Every session ends, this one too, and the links that were mailed die; the browser that asked gets a fresh
 * session, so that whoever copied its cookie is out as well. Gives the cookies of that session: none when it could not be opened,
 * and then the person logs in.
 */
export async function changePassword(
  caller: AuthCaller,
  user: Pick<SessionUser, 'id' | 'role' | 'email' | 'first_name'>,
  { current, next, now }: Given,
): Promise<Result<string[], PasswordRefusal>> {
  const asked = await askPassword(caller, user.id, current)
  if (!asked.ok) return asked
  const { password } = await caller.auth.$context
  const hash = await password.hash(next)
  const changed = await asActor(caller.db, actorOf(user), async tx => {
    const { rows } = await sql<{ done: boolean }>`
      select private.change_own_password(${asked.value}, ${hash}) as done`.execute(tx)
    if (!rows[0]?.done) return false
    await writeAudit(tx, { action: 'password_changed', entity: 'profiles', entity_id: user.id })
    await queueMail(tx, passwordChangedMail({ recipient: user.email, firstName: user.first_name }, now))
    return true
  })
  // Another change came in between: what was typed is no longer the password.
  if (!changed) return err({ code: 'wrong_password' })
  const opened = await callAuth(caller, { path: '/sign-in/email', body: { email: user.email, password: next } })
  return ok(opened.ok ? opened.value : [])
}

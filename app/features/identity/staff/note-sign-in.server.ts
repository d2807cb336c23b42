import { sql } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import type { AuthCaller } from '#app/features/identity/auth-call.server.ts'
import { securityNotice } from '#app/features/identity/identity-mails.server.ts'
import { storableJson } from '#app/kernel/text.ts'
import { mailAsJson } from '#app/mails/outbox.server.ts'
import { asActor, readAs, SYSTEM } from '#app/platform/database/actor.server.ts'

/** How a log-in was proved, at last. */
export type Proof = 'password' | 'totp' | 'recovery' | 'passkey'

/** Somebody of the staff, whose log-ins are recorded; others' are only counted: the log is about who works in the shop. */
type StaffMember = { id: string; email: string; first_name: string }

/** The member of the staff with an id or an e-mail in lower case, if it is one. */
export const findStaffMember = (
  { db }: AuthCaller,
  sought: { id: string } | { email: string },
): Promise<StaffMember | undefined> =>
  readAs(db, SYSTEM, tx =>
    tx
      .selectFrom('profiles')
      .select(['id', 'email', 'first_name'])
      .where('staff_scope', 'is not', null)
      .where('deleted_at', 'is', null)
      .where(eb => ('id' in sought ? eb('id', '=', sought.id) : eb('email', '=', sought.email)))
      .executeTakeFirst(),
  )

/** Records that a log-in failed. */
export const noteFailedSignIn = ({ db }: AuthCaller, staff: StaffMember, by: Proof): Promise<void> =>
  asActor(db, SYSTEM, tx =>
    writeAudit(tx, { action: 'sign_in_failed', entity: 'profiles', entity_id: staff.id, after: { confirmed_by: by } }),
  )

/** Records a log-in, and tells its owner by mail when the browser is a new one: in one statement, because the log-in waits for it. */
export async function noteSignIn(
  { db, userAgent, now }: AuthCaller,
  staff: StaffMember,
  { by, isKnown }: { by: Proof; isKnown: boolean },
): Promise<void> {
  const facts = storableJson({ confirmed_by: by, new_device: !isKnown })
  const event = 'Alguien entró a tu cuenta desde un navegador que no conocíamos.'
  const reader = { recipient: staff.email, firstName: staff.first_name }
  const mail = isKnown ? null : mailAsJson(securityNotice(reader, { event, userAgent, now }))
  await sql`select private.note_sign_in(${staff.id}, ${facts}, ${mail}, ${now})`.execute(db)
}

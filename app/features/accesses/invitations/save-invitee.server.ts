import type { Kysely, Transaction } from 'kysely'
import {
  findManagedAccess,
  findPaidItem,
  insertInvitation,
  lockItemOrder,
  lockSeats,
  revokeUnstarted,
  updateInvitee,
} from '#app/features/accesses/accesses.server.ts'
import { EXPIRED, isExpired, splitName } from '#app/features/accesses/accesses.ts'
import type { InviteeForm } from '#app/features/accesses/accesses-schema.server.ts'
import { ALREADY_INVITED, NOT_SAVED } from '#app/features/accesses/person-fields.ts'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { fullName } from '#app/features/identity/identity.ts'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import { Refusal, refuse, refusing } from '#app/kernel/refusal.ts'
import { queueMail } from '#app/mails/outbox.server.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { invitationMail } from './invitation-mail.ts'
import { mayMail, TOO_MANY_MAILS } from './invitations.server.ts'

/** `invited`: the e-mail changed, so a new code is on its way to it. */
export type SavedInvitee = { invited: boolean; email: string }

type Manager = Pick<SessionUser, 'id' | 'first_name' | 'last_name' | 'company'>
type Input = { user: Manager; accessId: string; form: InviteeForm; now: Date }

const notSaved = (text: string) => new Refusal(text, { title: NOT_SAVED })
const notFound = () => notSaved('El acceso cambió entretanto. Recarga la página.')
const completed = () => notSaved('Esta persona ya completó el assessment.')

/**
 * Stores who holds a seat. Another e-mail hands a seat that is not started to another person, also the buyer's own
 * (spec D13 and D14); a started access keeps its e-mail and a completed one can't be changed. @throws Refusal
 */
export const saveInvitee = (db: Kysely<DB>, input: Input): Promise<SavedInvitee> =>
  refusing(
    asActor(db, { kind: 'user', userId: input.user.id }, async tx => {
      const { user, accessId, form } = input
      await lockSeats(tx, user.id, { accessId })
      const access = await findManagedAccess(tx, user.id, accessId)
      if (!access) throw notFound()
      if (access.status === 'completed') throw completed()
      await lockItemOrder(tx, access.order_item_id)
      const item = await findPaidItem(tx, user.id, access.order_item_id)
      if (!item) throw notFound()
      const invitee = {
        ...splitName(form.name),
        invitee_name: form.name,
        job_role: form.jobRole,
        department: form.department,
      }
      const before = {
        email: access.email,
        invitee_name: access.invitee_name,
        job_role: access.job_role,
        department: access.department,
      }
      if (form.email !== access.email) {
        await handOver(tx, input, item, { ...invitee, email: form.email }, before)
        return { invited: true, email: form.email }
      }
      if (!(await updateInvitee(tx, user.id, accessId, invitee))) throw completed()
      await writeAudit(tx, {
        action: 'access_invitee_changed',
        entity: 'user_accesses',
        entity_id: accessId,
        before,
        after: { email: access.email, ...invitee },
      })
      return { invited: false, email: access.email }
    }),
    { user_accesses_one_per_email: [ALREADY_INVITED, { title: NOT_SAVED, field: 'email', status: 409 }] },
  )

type Item = NonNullable<Awaited<ReturnType<typeof findPaidItem>>>
type Invitee = Parameters<typeof insertInvitation>[3]

/**
 * Moves the seat to a new access with its own code. The old row is revoked rather than rewritten, so that anybody who
 * opened it with the old code loses access at once. @throws Refusal
 */
async function handOver(
  tx: Transaction<DB>,
  { user, accessId, now }: Input,
  item: Item,
  invitee: Invitee,
  before: unknown,
): Promise<void> {
  if (isExpired(item, now)) refuse(EXPIRED.text, { title: EXPIRED.title })
  if (!(await mayMail(tx, invitee.email, now))) throw notSaved(TOO_MANY_MAILS)
  if (!(await revokeUnstarted(tx, user.id, accessId))) {
    throw notSaved('Esta persona ya comenzó a responder: su correo no puede cambiar.')
  }
  const { id, access_code } = await insertInvitation(tx, user.id, item, invitee, now)
  await queueMail(
    tx,
    invitationMail({
      accessId: id,
      accessCode: access_code,
      email: invitee.email,
      firstName: invitee.first_name,
      buyer: { name: fullName(user), company: item.company_name ?? user.company },
      expiresAt: item.expires_at,
      product: item,
    }),
  )
  await writeAudit(tx, {
    action: 'access_handed_over',
    entity: 'user_accesses',
    entity_id: accessId,
    before,
    after: { ...invitee, access_id: id },
  })
}

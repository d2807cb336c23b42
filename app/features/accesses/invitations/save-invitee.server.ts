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
import { isExpired, splitName } from '#app/features/accesses/accesses.ts'
import type { InviteeForm } from '#app/features/accesses/accesses-schema.server.ts'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { fullName } from '#app/features/identity/identity.ts'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { queueMail } from '#app/mails/outbox.server.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { invitationMail } from './invitation-mail.ts'
import { mayMail, seatViolation } from './invitations.server.ts'

export type SaveInviteeFailure = {
  code: 'access_not_found' | 'already_completed' | 'already_started' | 'already_invited' | 'expired' | 'too_many_mails'
}

/** `invited`: the e-mail changed, so a new code is on its way to it. */
export type SavedInvitee = { invited: boolean; email: string }

type Manager = Pick<SessionUser, 'id' | 'first_name' | 'last_name' | 'company'>
type Input = { user: Manager; accessId: string; form: InviteeForm; now: Date }

/**
 * Stores who holds a seat. Another e-mail hands a seat that is not started to another person, also the buyer's own
 * (spec D13 and D14); a started access keeps its e-mail and a completed one can't be changed.
 */
export async function saveInvitee(db: Kysely<DB>, input: Input): Promise<Result<SavedInvitee, SaveInviteeFailure>> {
  const { user, accessId, form } = input
  try {
    return await asActor(db, { kind: 'user', userId: user.id }, async tx => {
      await lockSeats(tx, user.id, { accessId })
      const access = await findManagedAccess(tx, user.id, accessId)
      if (!access) return err({ code: 'access_not_found' })
      if (access.status === 'completed') return err({ code: 'already_completed' })
      await lockItemOrder(tx, access.order_item_id)
      const item = await findPaidItem(tx, user.id, access.order_item_id)
      if (!item) return err({ code: 'access_not_found' })
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
      if (form.email !== access.email) return handOver(tx, input, item, { ...invitee, email: form.email }, before)
      if (!(await updateInvitee(tx, user.id, accessId, invitee))) return err({ code: 'already_completed' })
      await writeAudit(tx, {
        action: 'access_invitee_changed',
        entity: 'user_accesses',
        entity_id: accessId,
        before,
        after: { email: access.email, ...invitee },
      })
      return ok({ invited: false, email: access.email })
    })
  } catch (error) {
    const code = seatViolation(error)
    if (code !== 'already_invited') throw error
    return err({ code })
  }
}

type Item = NonNullable<Awaited<ReturnType<typeof findPaidItem>>>
type Invitee = Parameters<typeof insertInvitation>[3]

/**
 * Moves the seat to a new access with its own code. The old row is revoked rather than rewritten, so that anybody who
 * opened it with the old code loses access at once.
 */
async function handOver(
  tx: Transaction<DB>,
  { user, accessId, now }: Input,
  item: Item,
  invitee: Invitee,
  before: unknown,
): Promise<Result<SavedInvitee, SaveInviteeFailure>> {
  if (isExpired(item, now)) return err({ code: 'expired' })
  if (!(await mayMail(tx, invitee.email, now))) return err({ code: 'too_many_mails' })
  if (!(await revokeUnstarted(tx, user.id, accessId))) return err({ code: 'already_started' })
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
  return ok({ invited: true, email: invitee.email })
}

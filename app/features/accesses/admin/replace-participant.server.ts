import { type Kysely, sql, type Transaction } from 'kysely'
import { revokeUnstarted } from '#app/features/accesses/accesses.server.ts'
import { isExpired, splitName } from '#app/features/accesses/accesses.ts'
import type { InviteeForm } from '#app/features/accesses/accesses-schema.server.ts'
import type { AdminAccess } from '#app/features/accesses/admin-access.server.ts'
import { invitationMail } from '#app/features/accesses/invitations/invitation-mail.ts'
import { mayMail, seatViolation } from '#app/features/accesses/invitations/invitations.server.ts'
import { writeAudits } from '#app/features/audit/audit.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { queueMail } from '#app/mails/outbox.server.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type AdminActor, lockAccess } from './manage-access.server.ts'

export type ReplaceFailure = {
  code: 'access_not_found' | 'already_started' | 'already_invited' | 'expired' | 'too_many_mails' | 'same_email'
}

type Input = { actor: AdminActor; accessId: string; form: InviteeForm; now: Date }

/**
 * Moves the seat to another person, as a buyer's hand-over does: the old access is revoked, also the buyer's own, and a
 * new one with its own code takes over its expiry. A person who starts concurrently keeps the seat: the old access is
 * revoked only while it is not started.
 * @returns the new access
 */
export async function replaceParticipant(
  db: Kysely<DB>,
  input: Input,
): Promise<Result<{ id: string; email: string }, ReplaceFailure>> {
  const { actor, form, now } = input
  try {
    return await asActor(db, actor, async tx => {
      const access = await lockAccess(tx, input.accessId)
      if (!access || access.status === 'revoked') return err({ code: 'access_not_found' })
      if (access.email === form.email) return err({ code: 'same_email' })
      if (access.status !== 'active') return err({ code: 'already_started' })
      if (isExpired(access, now)) return err({ code: 'expired' })
      if (!(await mayMail(tx, form.email, now))) return err({ code: 'too_many_mails' })
      if (!(await revokeUnstarted(tx, undefined, access.id))) return err({ code: 'already_started' })
      const invitee = {
        ...splitName(form.name),
        email: form.email,
        invitee_name: form.name,
        job_role: form.jobRole,
        department: form.department,
      }
      const { id, access_code } = await insertSuccessor(tx, access, invitee)
      await queueMail(
        tx,
        invitationMail({
          accessId: id,
          accessCode: access_code,
          email: form.email,
          firstName: invitee.first_name,
          buyer: access.buyer,
          expiresAt: access.expires_at,
          product: access.product,
        }),
      )
      const before = {
        email: access.email,
        invitee_name: access.name,
        job_role: access.job_role,
        department: access.department,
      }
      await writeAudits(tx, [
        {
          action: 'access_handed_over',
          entity: 'user_accesses',
          entity_id: access.id,
          before,
          after: { ...invitee, access_id: id },
        },
        {
          action: 'access_invited',
          entity: 'user_accesses',
          entity_id: id,
          before: { ...before, access_id: access.id },
          after: { order_item_id: access.order_item_id, ...invitee },
        },
      ])
      return ok({ id, email: form.email })
    })
  } catch (error) {
    const code = seatViolation(error)
    if (code !== 'already_invited') throw error
    return err({ code })
  }
}

type Successor = {
  email: string
  first_name: string
  last_name: string
  invitee_name: string
  job_role: string
  department: string
}

/** Read from the old row, not through a Date, which would lose the expiry's microseconds. */
async function insertSuccessor(
  tx: Transaction<DB>,
  access: AdminAccess,
  invitee: Successor,
): Promise<{ id: string; access_code: string }> {
  const { rows } = await sql<{ id: string; access_code: string }>`
    insert into user_accesses (order_item_id, user_id, invited_by_user_id, invitee_company, expires_at,
      email, first_name, last_name, invitee_name, job_role, department)
    select order_item_id, user_id, user_id, invitee_company, expires_at, ${invitee.email}, ${invitee.first_name},
      ${invitee.last_name}, ${invitee.invitee_name}, ${invitee.job_role}, ${invitee.department}
    from user_accesses where id = ${access.id}
    returning id, access_code`.execute(tx)
  const [made] = rows
  if (!made) throw new Error(`No access took over ${access.id}`)
  return made
}

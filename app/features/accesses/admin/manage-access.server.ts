import { type Kysely, sql, type Transaction } from 'kysely'
import { lockItemOrder, lockSeats, revokeUnstarted } from '#app/features/accesses/accesses.server.ts'
import { isExpired, splitName } from '#app/features/accesses/accesses.ts'
import type { InviteeForm } from '#app/features/accesses/accesses-schema.server.ts'
import { type AdminAccess, findAdminAccess } from '#app/features/accesses/admin-access.server.ts'
import { adminActions } from '#app/features/accesses/admin-access.ts'
import { invitationMail } from '#app/features/accesses/invitations/invitation-mail.ts'
import { mayMail } from '#app/features/accesses/invitations/invitations.server.ts'
import {
  type Invited,
  resendInvitation,
  STAFF_TEXTS,
} from '#app/features/accesses/invitations/resend-invitation.server.ts'
import { writeAudit, writeAudits } from '#app/features/audit/audit.server.ts'
import { Refusal, refuse, refusing } from '#app/kernel/refusal.ts'
import { queueMail } from '#app/mails/outbox.server.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { accessCode, codeMark } from '#app/platform/secrets/access-code.server.ts'

/** The acting user is always an administrator: routes and policies check it. */
export type AdminActor = { kind: 'admin'; userId: string }
type Input = { actor: AdminActor; accessId: string; now: Date }

const notFound = () => new Refusal('No encontramos ese acceso. Recarga la página.')

/**
 * The access, with its buyer's seats and its order locked until the transaction ends: a concurrent buyer or refund
 * waits, or came first. @throws Refusal where it does not exist
 */
async function lockAccess(tx: Transaction<DB>, accessId: string): Promise<AdminAccess> {
  const known = await findAdminAccess(tx, accessId)
  if (!known) throw notFound()
  await lockSeats(tx, known.user_id, null)
  await lockItemOrder(tx, known.order_item_id)
  const locked = await findAdminAccess(tx, accessId)
  if (!locked) throw notFound()
  return locked
}

/** The person of an access as somebody who was invited. */
export const toInvited = (access: AdminAccess, now: Date): Invited => ({
  mail: {
    accessId: access.id,
    accessCode: access.access_code,
    email: access.email,
    firstName: access.first_name ?? access.name.split(' ')[0] ?? '',
    buyer: access.buyer,
    expiresAt: access.expires_at,
    product: access.product,
  },
  invitations: access.invitations,
  mailedAt: access.mailed_at,
  isOpen: adminActions(access, now).resend && access.order_status === 'paid' && !access.item_deleted_at,
})

/** Sends an invitation again, under the same limits as for buyers. @returns where it is sent @throws as `resendInvitation` */
export const resendAsAdmin = (db: Kysely<DB>, { actor, accessId, now }: Input): Promise<string> =>
  asActor(db, actor, async tx => resendInvitation(tx, toInvited(await lockAccess(tx, accessId), now), STAFF_TEXTS, now))

const gone = () => new Refusal('Ese acceso ya no existe.')

/** Lets the person of an access try its code again at once, after too many refused attempts. @throws Refusal */
export const unblockAccess = (db: Kysely<DB>, { actor, accessId }: Input): Promise<void> =>
  asActor(db, actor, async tx => {
    const access = await findAdminAccess(tx, accessId)
    if (!access) throw gone()
    const mark = codeMark(accessCode(access.access_code))
    const { rows } = await sql<{ found: boolean }>`
      select private.forget_refused_tries(${accessId}, ${mark}) as found`.execute(tx)
    if (!rows[0]?.found) throw gone()
    await writeAudit(tx, { action: 'access_unblocked', entity: 'user_accesses', entity_id: accessId })
  })

/**
 * Revokes an access that is not completed: its code, sessions and queued mails end, and the seat is free again. Somebody
 * who has begun to answer confidentially keeps it. @throws Refusal
 */
export const revokeAsAdmin = (db: Kysely<DB>, input: Input & { reason: string }): Promise<void> =>
  asActor(db, input.actor, async tx => {
    const access = await lockAccess(tx, input.accessId)
    const revoked = await tx
      .updateTable('user_accesses')
      .set({ status: 'revoked' })
      .where('id', '=', access.id)
      .where('status', 'in', ['active', 'in_use'])
      .returning('id')
      .executeTakeFirst()
    if (!revoked) return refuseRevocation(tx, access.id)
    await writeAudit(tx, {
      action: 'access_revoked',
      entity: 'user_accesses',
      entity_id: access.id,
      before: { status: access.status, email: access.email, invitee_name: access.name },
      after: { status: 'revoked', reason: input.reason },
    })
  })

/** Says why an access was not revoked. @throws Refusal always */
async function refuseRevocation(tx: Transaction<DB>, id: string): Promise<never> {
  const found = await tx.selectFrom('user_accesses').select('status').where('id', '=', id).executeTakeFirst()
  switch (found?.status) {
    case 'revoked':
      return refuse('Este acceso ya estaba revocado.')
    case 'completed':
      return refuse('La persona ya completó: su acceso no se revoca.')
    default:
      return refuse('La persona ya comenzó a responder con confidencialidad: su acceso no se revoca.')
  }
}

type Answer = 'extended' | 'not_admin' | 'not_found' | 'not_later' | 'completed' | 'revoked'

/** Moves an access's expiry later. Only the database function writes it, and only for an administrator. @throws Refusal */
export const extendAccess = (db: Kysely<DB>, input: Input & { until: Date }): Promise<void> =>
  asActor(db, input.actor, async tx => {
    const { rows } = await sql<{ answer: Answer; ended_before: Date | null }>`
      select * from private.extend_access(${input.accessId}::uuid, ${input.until})`.execute(tx)
    const [row] = rows
    switch (row?.answer) {
      case 'extended':
        return writeAudit(tx, {
          action: 'access_extended',
          entity: 'user_accesses',
          entity_id: input.accessId,
          before: { expires_at: row.ended_before },
          after: { expires_at: input.until },
        })
      case 'not_later':
        return refuse('El nuevo día debe ser posterior al actual.', { field: 'until', status: 409 })
      case 'completed':
        return refuse('La persona ya completó: no necesita más plazo.')
      case 'revoked':
        return refuse('Este acceso está revocado.')
      default:
        throw notFound()
    }
  })

const started = () => new Refusal('La persona ya comenzó a responder: su asiento no puede pasar a otra.')

/**
 * Moves the seat to another person, as a buyer's hand-over does: the old access is revoked, also the buyer's own, and a
 * new one with its own code takes over its expiry. A person who starts concurrently keeps the seat: the old access is
 * revoked only while it is not started.
 * @returns the id of the new access @throws Refusal
 */
export const replaceParticipant = (db: Kysely<DB>, input: Input & { form: InviteeForm }): Promise<string> =>
  refusing(
    asActor(db, input.actor, async tx => {
      const { form, now } = input
      const access = await lockAccess(tx, input.accessId)
      if (access.status === 'revoked') throw notFound()
      if (access.email === form.email) {
        refuse('Ese es el correo de la persona actual.', { field: 'email', status: 409 })
      }
      if (access.status !== 'active') throw started()
      if (isExpired(access, now)) refuse('El plazo terminó. Extiéndelo antes de reemplazar a la persona.')
      if (!(await mayMail(tx, form.email, now))) refuse(STAFF_TEXTS.too_many_mails)
      if (!(await revokeUnstarted(tx, undefined, access.id))) throw started()
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
      return id
    }),
    {
      user_accesses_one_per_email: ['Ese correo ya tiene un acceso en esta compra.', { field: 'email', status: 409 }],
    },
  )

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

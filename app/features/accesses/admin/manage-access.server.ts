import { type Kysely, sql, type Transaction } from 'kysely'
import { lockItemOrder, lockSeats } from '#app/features/accesses/accesses.server.ts'
import { type AdminAccess, findAdminAccess } from '#app/features/accesses/admin-access.server.ts'
import { adminActions } from '#app/features/accesses/admin-access.ts'
import {
  type Invited,
  resendInvitation,
  STAFF_TEXTS,
} from '#app/features/accesses/invitations/resend-invitation.server.ts'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { accessCode, codeMark } from '#app/platform/secrets/access-code.server.ts'

/** The acting user is always an administrator: routes and policies check it. */
export type AdminActor = { kind: 'admin'; userId: string }
type Input = { actor: AdminActor; accessId: string; now: Date }

/**
 * The access, with its buyer's seats and its order locked until the transaction ends: a concurrent buyer or refund
 * waits, or came first. Undefined: it does not exist.
 */
export async function lockAccess(tx: Transaction<DB>, accessId: string): Promise<AdminAccess | undefined> {
  const known = await findAdminAccess(tx, accessId)
  if (!known) return undefined
  await lockSeats(tx, known.user_id, null)
  await lockItemOrder(tx, known.order_item_id)
  return findAdminAccess(tx, accessId)
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
  asActor(db, actor, async tx => {
    const access = await lockAccess(tx, accessId)
    return resendInvitation(tx, access && toInvited(access, now), STAFF_TEXTS, now)
  })

/** Lets the person of an access try its code again at once, after too many refused attempts. */
export const unblockAccess = (
  db: Kysely<DB>,
  { actor, accessId }: Input,
): Promise<Result<void, { code: 'access_not_found' }>> =>
  asActor(db, actor, async tx => {
    const access = await findAdminAccess(tx, accessId)
    if (!access) return err({ code: 'access_not_found' })
    const mark = codeMark(accessCode(access.access_code))
    const { rows } = await sql<{ found: boolean }>`
      select private.forget_refused_tries(${accessId}, ${mark}) as found`.execute(tx)
    if (!rows[0]?.found) return err({ code: 'access_not_found' })
    await writeAudit(tx, { action: 'access_unblocked', entity: 'user_accesses', entity_id: accessId })
    return ok(undefined)
  })

export type AdminRevokeFailure = {
  code: 'access_not_found' | 'already_started' | 'already_completed' | 'already_revoked'
}

/**
 * Revokes an access that is not completed: its code, sessions and queued mails end, and the seat is free again. Somebody
 * who has begun to answer confidentially keeps it.
 */
export const revokeAsAdmin = (
  db: Kysely<DB>,
  input: Input & { reason: string },
): Promise<Result<{ email: string }, AdminRevokeFailure>> =>
  asActor(db, input.actor, async tx => {
    const access = await lockAccess(tx, input.accessId)
    if (!access) return err({ code: 'access_not_found' })
    const revoked = await tx
      .updateTable('user_accesses')
      .set({ status: 'revoked' })
      .where('id', '=', access.id)
      .where('status', 'in', ['active', 'in_use'])
      .returning('id')
      .executeTakeFirst()
    if (!revoked) return err({ code: await whyKept(tx, access.id) })
    await writeAudit(tx, {
      action: 'access_revoked',
      entity: 'user_accesses',
      entity_id: access.id,
      before: { status: access.status, email: access.email, invitee_name: access.name },
      after: { status: 'revoked', reason: input.reason },
    })
    return ok({ email: access.email })
  })

async function whyKept(tx: Transaction<DB>, id: string): Promise<AdminRevokeFailure['code']> {
  const found = await tx.selectFrom('user_accesses').select('status').where('id', '=', id).executeTakeFirst()
  switch (found?.status) {
    case 'revoked':
      return 'already_revoked'
    case 'completed':
      return 'already_completed'
    default:
      return 'already_started'
  }
}

export type ExtendFailure = { code: 'access_not_found' | 'not_later' | 'already_completed' | 'already_revoked' }

type Answer = 'extended' | 'not_admin' | 'not_found' | 'not_later' | 'completed' | 'revoked'

/** Moves an access's expiry later. Only the database function writes it, and only for an administrator. */
export const extendAccess = (db: Kysely<DB>, input: Input & { until: Date }): Promise<Result<Date, ExtendFailure>> =>
  asActor(db, input.actor, async tx => {
    const { rows } = await sql<{ answer: Answer; ended_before: Date | null }>`
      select * from private.extend_access(${input.accessId}::uuid, ${input.until})`.execute(tx)
    const [row] = rows
    switch (row?.answer) {
      case 'extended':
        await writeAudit(tx, {
          action: 'access_extended',
          entity: 'user_accesses',
          entity_id: input.accessId,
          before: { expires_at: row.ended_before },
          after: { expires_at: input.until },
        })
        return ok(input.until)
      case 'not_later':
        return err({ code: 'not_later' })
      case 'completed':
        return err({ code: 'already_completed' })
      case 'revoked':
        return err({ code: 'already_revoked' })
      default:
        return err({ code: 'access_not_found' })
    }
  })

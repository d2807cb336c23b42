import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { findAdminAccesses } from '#app/features/accesses/admin-access.server.ts'
import {
  MAX_IN_A_SEND,
  MAX_SENT_A_DAY,
  type SendProgress,
  TOO_MANY_IN_A_SEND,
} from '#app/features/accesses/admin-access.ts'
import { ADDRESS_MAILS_A_DAY, dayBefore } from '#app/features/accesses/invitations/invitation.ts'
import { mailRoom } from '#app/features/accesses/invitations/invitations.server.ts'
import { queueAgain, resendProblem } from '#app/features/accesses/invitations/resend-invitation.server.ts'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { formatInteger } from '#app/kernel/format.ts'
import { refuse, refusing } from '#app/kernel/refusal.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import { keyset } from '#app/platform/database/keyset.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type AccessFilters, accessRows } from './admin-access-list.server.ts'
import { sortFor } from './admin-access-list.tsx'
import { type AdminActor, toInvited } from './manage-access.server.ts'

/** The recipients of a bulk send: selected rows, or everybody in a filtered list. */
type SendTarget = { ids: readonly string[] } | { filters: AccessFilters }

const OLDEST = { column: 'created_at', direction: 'asc' } as const

/**
 * The accesses of invited people in a target that can still be answered; at most one more than the maximum, which
 * reveals too many. The list's filters still apply: a list of completed accesses yields nobody.
 */
const unfinished = (target: SendTarget, at: Date): { where: RawBuilder<SqlBool>; order: RawBuilder<unknown> } => {
  const open = sql<SqlBool>`access.status in ('active', 'in_use') and access.expires_at > ${at} and access.invited_by_user_id is not null`
  if ('ids' in target)
    return { where: sql`${open} and access.id = any(${[...target.ids]}::uuid[])`, order: sql`access.id` }
  const filters = { ...target.filters, state: target.filters.state ?? 'unfinished', now: at } as const
  const page = keyset('user_accesses', { sort: sortFor(filters, OLDEST), size: MAX_IN_A_SEND }, 'access')
  return { where: sql`${open} and ${accessRows.conditions(filters, page)}`, order: page.orderBy }
}

/** The number of recipients, up to one more than the maximum. */
export async function countUnfinished(tx: Transaction<DB>, target: SendTarget, at: Date): Promise<number> {
  const { where, order } = unfinished(target, at)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from user_accesses access where ${where} order by ${order} limit ${MAX_IN_A_SEND + 1}) met`.execute(tx)
  return rows[0]?.count ?? 0
}

/**
 * Starts a send to the people of a target. The constraint invitation_sends_one_open refuses a second one by the same
 * administrator.
 */
async function insertSend(
  tx: Transaction<DB>,
  input: { startedBy: string; total: number; target: SendTarget; now: Date },
): Promise<{ id: string; total: number }> {
  const { id } = await tx
    .insertInto('invitation_sends')
    .values({ started_by: input.startedBy, created_at: input.now, total: input.total })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { where, order } = unfinished(input.target, input.now)
  const { rows } = await sql`
    insert into invitation_send_rows (send_id, access_id)
    select ${id}::uuid, access.id from user_accesses access where ${where} order by ${order} limit ${input.total}
    returning access_id`.execute(tx)
  return { id, total: rows.length }
}

/** The newest send of an administrator; undefined when there is none. */
export const newestSend = (tx: Transaction<DB>, startedBy: string): Promise<SendProgress | undefined> =>
  tx
    .selectFrom('invitation_sends')
    .select(['id', 'created_at', 'total', 'sent', 'skipped', 'ended_at', 'stopped'])
    .where('started_by', '=', startedBy)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** How many recipients an administrator has requested since an instant. */
async function sentSince(tx: Transaction<DB>, startedBy: string, since: Date): Promise<number> {
  const { total } = await tx
    .selectFrom('invitation_sends')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('sent'), sql<number>`0`).as('total'))
    .where('started_by', '=', startedBy)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Ends an open send and deletes its remaining recipients. False: it had ended. */
async function endSend(
  tx: Transaction<DB>,
  { id, now, stopped }: { id: string; now: Date; stopped: boolean },
): Promise<boolean> {
  const ended = await tx
    .updateTable('invitation_sends')
    .set({ ended_at: now, stopped })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!ended) return false
  await tx.deleteFrom('invitation_send_rows').where('send_id', '=', id).execute()
  return true
}

/** The oldest open send, and whether the person who started it is still an administrator. For the worker. */
const nextSend = (tx: Transaction<DB>) =>
  tx
    .selectFrom('invitation_sends as send')
    .innerJoin('profiles', 'profiles.id', 'send.started_by')
    .select(['send.id', 'send.started_by'])
    .select(sql<boolean>`profiles.role = 'admin' and profiles.deleted_at is null`.as('may'))
    .where('send.ended_at', 'is', null)
    .orderBy('send.created_at')
    .limit(1)
    .executeTakeFirst()

/**
 * Claims the next recipients of an open send, for the mails that the same transaction queues. Undefined: it ended, or
 * another worker holds it.
 */
async function claimSendRows(tx: Transaction<DB>, sendId: string, max: number): Promise<string[] | undefined> {
  const held = await tx
    .selectFrom('invitation_sends')
    .select('id')
    .where('id', '=', sendId)
    .where('ended_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!held) return undefined
  const rows = await tx
    .deleteFrom('invitation_send_rows')
    .where('send_id', '=', sendId)
    .where('access_id', 'in', next =>
      next
        .selectFrom('invitation_send_rows')
        .select('access_id')
        .where('send_id', '=', sendId)
        .orderBy('access_id')
        .limit(max),
    )
    .returning('access_id')
    .execute()
  return rows.map(({ access_id }) => access_id).toSorted()
}

/** Records the progress of a send. */
const addProgress = (tx: Transaction<DB>, id: string, done: { sent: number; skipped: number }) =>
  tx
    .updateTable('invitation_sends')
    .set({ sent: sql`sent + ${done.sent}`, skipped: sql`skipped + ${done.skipped}` })
    .where('id', '=', id)
    .execute()

type Start = { actor: AdminActor; target: SendTarget; now: Date }

/**
 * Starts sending invitations again to the people of a target who have not finished. The worker sends in batches; an
 * administrator has one open send, also for concurrent calls.
 * @returns the number of recipients @throws Refusal
 */
export const startResending = (db: Kysely<DB>, { actor, target, now }: Start): Promise<number> =>
  refusing(
    asActor(db, actor, async tx => {
      const total = await countUnfinished(tx, target, now)
      if (total === 0) refuse('No hay a quién reenviar: nadie de la selección tiene una invitación pendiente.')
      if (total > MAX_IN_A_SEND) refuse(TOO_MANY_IN_A_SEND)
      if ((await sentSince(tx, actor.userId, dayBefore(now))) + total > MAX_SENT_A_DAY) {
        refuse(`Con este envío pasarías de ${formatInteger(MAX_SENT_A_DAY)} correos en 24 horas. Hazlo por partes.`)
      }
      const send = await insertSend(tx, { startedBy: actor.userId, total, target, now })
      await writeAudit(tx, {
        action: 'invitations_resend_started',
        entity: 'invitation_sends',
        entity_id: send.id,
        after: { total, ...describe(target) },
      })
      return total
    }),
    { invitation_sends_one_open: ['Ya tienes un reenvío en curso. Espera a que termine o detenlo.'] },
  )

/** The target of a send without its search text, which may be a person's name. */
function describe(target: SendTarget) {
  if ('ids' in target) return { selected: target.ids.length }
  const { search, ...filters } = target.filters
  return { filters: { ...filters, searched: search !== '' } }
}

/** Ends the administrator's own send: mails not queued yet are not sent. @throws Refusal where it had ended */
export const stopResending = (db: Kysely<DB>, input: { actor: AdminActor; now: Date }): Promise<void> =>
  asActor(db, input.actor, async tx => {
    const send = await newestSend(tx, input.actor.userId)
    if (!send || !(await endSend(tx, { id: send.id, now: input.now, stopped: true }))) {
      refuse('Ese reenvío ya había terminado.')
    }
    await writeAudit(tx, {
      action: 'invitations_resend_stopped',
      entity: 'invitation_sends',
      entity_id: send.id,
      before: { total: send.total },
      after: { sent: send.sent, skipped: send.skipped },
    })
  })

/** Mails per transaction. */
const BATCH = 100

/**
 * Queues the next mails of the oldest open send, in the name of the administrator who started it. Claiming recipients
 * and queueing their mails happen in one transaction: nobody gets two mails or is skipped, even after a crash.
 * @returns how many recipients it claimed, so that the worker continues while there are more.
 */
export async function resendNext(db: Kysely<DB>, now: Date): Promise<number> {
  const next = await asActor(db, SYSTEM, async tx => {
    const send = await nextSend(tx)
    if (send && !send.may) await endSend(tx, { id: send.id, now, stopped: true })
    return send?.may ? send : undefined
  })
  if (!next) return 0
  return asActor(db, { kind: 'admin', userId: next.started_by }, async tx => {
    const ids = await claimSendRows(tx, next.id, BATCH)
    if (!ids) return 0
    const people = await findAdminAccesses(tx, ids)
    const { sentTo } = await mailRoom(
      tx,
      people.map(({ email }) => email),
      now,
    )
    const counts = new Map(sentTo)
    const due = people
      .map(access => toInvited(access, now))
      .filter(invited => {
        const { email } = invited.mail
        const sent = counts.get(email) ?? 0
        if (resendProblem(invited, now) || sent >= ADDRESS_MAILS_A_DAY) return false
        counts.set(email, sent + 1)
        return true
      })
    await queueAgain(tx, due, next.id)
    await addProgress(tx, next.id, { sent: due.length, skipped: ids.length - due.length })
    if (ids.length < BATCH) await endSend(tx, { id: next.id, now, stopped: false })
    return ids.length
  })
}

import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { MAX_IN_A_SEND, type SendProgress } from '#app/features/accesses/admin-access.ts'
import { keyset } from '#app/platform/database/keyset.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type AccessFilters, accessRows } from './admin-access-list.server.ts'
import { sortFor } from './admin-access-list.tsx'

/** The recipients of a bulk send: ticked rows, or everybody in a filtered list. */
export type SendTarget = { ids: readonly string[] } | { filters: AccessFilters }

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
export async function insertSend(
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
export async function sentSince(tx: Transaction<DB>, startedBy: string, since: Date): Promise<number> {
  const { total } = await tx
    .selectFrom('invitation_sends')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('sent'), sql<number>`0`).as('total'))
    .where('started_by', '=', startedBy)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Ends an open send and deletes its remaining recipients. False: it had ended. */
export async function endSend(
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
export const nextSend = (tx: Transaction<DB>) =>
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
export async function claimSendRows(tx: Transaction<DB>, sendId: string, max: number): Promise<string[] | undefined> {
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
export const addProgress = (tx: Transaction<DB>, id: string, done: { sent: number; skipped: number }) =>
  tx
    .updateTable('invitation_sends')
    .set({ sent: sql`sent + ${done.sent}`, skipped: sql`skipped + ${done.skipped}` })
    .where('id', '=', id)
    .execute()

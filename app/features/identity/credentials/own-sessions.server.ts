import { sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'

/** An open session of the user. Its token is not selected. */
export type OwnSession = { id: string; user_agent: string | null; created_at: Date; last_used_at: Date }

/** Unexpired sessions of the acting user, last used first; at most 50. */
export async function ownSessions(tx: Transaction<DB>, now: Date): Promise<OwnSession[]> {
  const { rows } = await sql<OwnSession>`select * from private.own_sessions(${now})`.execute(tx)
  return rows
}

/** Ends one session of the acting user (`closed`), or all but `current`. Returns how many ended. */
export async function closeOwnSessions(
  tx: Transaction<DB>,
  { closed = null, current }: { closed?: string | null; current: string },
): Promise<number> {
  const { rows } = await sql<{
    ended: number
  }>`select private.close_own_sessions(${closed}, ${current}) as ended`.execute(tx)
  return rows[0]?.ended ?? 0
}

/** Milliseconds after which the use of a session is recorded again; `private.record_session_use` has the same for requests at once. */
export const SESSION_USE_MS = 5 * 60_000

/** Records that a session of the acting user is in use, at most every 5 minutes. */
export async function recordSessionUse(tx: Transaction<DB>, id: string, now: Date): Promise<void> {
  await sql`select private.record_session_use(${id}, ${now})`.execute(tx)
}

/** The pending e-mail change of the acting user. */
export async function openEmailChange(
  tx: Transaction<DB>,
  userId: string,
  now: Date,
): Promise<{ new_email: string; expires_at: Date } | undefined> {
  return tx
    .selectFrom('email_changes')
    .select(['new_email', 'expires_at'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

import type { Kysely } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { actorOf, type SessionUser } from '#app/features/identity/session.server.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { closeOwnSessions } from './own-sessions.server.ts'

/**
 * Ends one of the user's other sessions, or all others when none is named; the current one stays. Returns how many
 * ended.
 */
export const closeSessions = (
  db: Kysely<DB>,
  user: Pick<SessionUser, 'id' | 'role'>,
  input: { closed?: string; current: string },
): Promise<number> =>
  asActor(db, actorOf(user), async tx => {
    const ended = await closeOwnSessions(tx, input)
    if (ended > 0) {
      await writeAudit(tx, { action: 'sessions_closed', entity: 'profiles', entity_id: user.id, after: { ended } })
    }
    return ended
  })

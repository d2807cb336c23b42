import type { Kysely } from 'kysely'
import { cleanText } from '#app/features/catalogue/filters.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ServerEvent } from '#app/platform/tracking/events.ts'
import { insertEvents } from './analytics.db.server.ts'
import type { AcceptedEvent } from './analytics.schema.ts'

/** An event of a browser or of the server. */
export type RecordedEvent = Omit<AcceptedEvent, 'type'> & { type: AcceptedEvent['type'] | ServerEvent }

/** Events of one visit; `actor` is the visitor. */
export type VisitEvents = {
  visit: string
  userAgent: string | null
  /** The version of the notice under which the visitor agreed. */
  notice: number
  events: readonly RecordedEvent[]
}

const USER_AGENT_LENGTH = 300

/**
 * Records events after consent, which the caller has checked. `actor` is the signed-in user, never a value from the
 * browser.
 */
export async function recordEvents(db: Kysely<DB>, actor: Actor, input: VisitEvents, now: Date): Promise<void> {
  if (input.events.length === 0) return
  const user_agent = input.userAgent === null ? null : cleanText(input.userAgent, USER_AGENT_LENGTH)
  const rows = input.events.map(event => ({
    created_at: new Date(now.getTime() - event.ago),
    session_id: input.visit,
    event_type: event.type,
    event_data: event.data,
    page_url: event.page,
    referrer: event.referrer,
    user_agent,
    notice_version: input.notice,
  }))
  await asActor(db, actor, tx => insertEvents(tx, rows))
}

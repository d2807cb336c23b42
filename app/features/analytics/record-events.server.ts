import type { Kysely } from 'kysely'
import { cleanText } from '#app/features/catalogue/filters.ts'
import { actorOf, type SessionArgs, sessionUser } from '#app/features/identity/session.server.ts'
import { type Actor, asActor, VISITOR } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { measuringNotice } from '#app/platform/legal/legal.ts'
import { describeError } from '#app/platform/log/log.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { agreedVersion } from '#app/platform/tracking/consent.ts'
import type { ServerEvent } from '#app/platform/tracking/events.ts'
import { reportedPage, VISIT_FIELD } from './address.ts'
import { insertEvents } from './analytics.server.ts'
import { type AcceptedEvent, visitIdSchema } from './analytics-schema.server.ts'

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

/**
 * Records events that only the server knows (log-in, sign-up, changed profile), if the visitor agreed to be measured.
 * It runs in the background and never fails: errors are logged.
 * @param form the posted form; browsers of visitors who agreed add their visit to it.
 */
export function accountEvents(args: SessionArgs, form: Readonly<Record<string, string>>) {
  const { log } = servicesOf(args.context)
  /** @param cookies those that open the session, where the request itself had none yet. */
  return (type: ServerEvent, cookies?: readonly string[]): void => {
    record(args, form[VISIT_FIELD], type, cookies).catch((error: unknown) =>
      log.warn('event_not_recorded', { type, ...describeError(error) }),
    )
  }
}

async function record(
  { request, url, context }: SessionArgs,
  visit: string | undefined,
  type: ServerEvent,
  cookies: readonly string[] | undefined,
): Promise<void> {
  const { db, now } = servicesOf(context)
  const at = now()
  const id = visitIdSchema.safeParse(visit)
  const page = reportedPage(url.pathname)
  const notice = agreedVersion(request.headers, at, measuringNotice())
  if (!id.success || page === undefined || notice === undefined) return
  const user = await sessionUser({ request: cookies ? withCookies(request, cookies) : request, context })
  const events = [{ type, data: {}, page, referrer: null, ago: 0 }]
  const input = { visit: id.data, userAgent: request.headers.get('user-agent'), notice, events }
  await recordEvents(db, user ? actorOf(user) : VISITOR, input, at)
}

const withCookies = (request: Request, cookies: readonly string[]): Request =>
  new Request(request.url, { headers: { cookie: cookies.map(cookie => cookie.split(';')[0]).join('; ') } })

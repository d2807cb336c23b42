import { readBatch } from '#app/features/analytics/analytics-schema.server.ts'
import { recordEvents } from '#app/features/analytics/record-events.server.ts'
import { actorOf, sessionUser } from '#app/features/identity/session.server.ts'
import { VISITOR } from '#app/platform/database/actor.server.ts'
import { networkOf } from '#app/platform/http/request-context.server.ts'
import { createRequestLimit } from '#app/platform/http/request-limit.ts'
import { measuringNotice } from '#app/platform/legal/legal.ts'
import { describeError } from '#app/platform/log/log.server.ts'
import { clientAddressContext, servicesOf } from '#app/platform/services/services.server.ts'
import { agreedVersion } from '#app/platform/tracking/consent.ts'
import type { Route } from './+types/events'

const answer = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers })

/** Events per network and process: an office's worth in a minute, and at most a few hundred megabytes a day. */
const limits = [
  createRequestLimit({ points: 2000, duration: 60 }),
  createRequestLimit({ points: 100_000, duration: 86_400 }),
]

/**
 * Records events of the shop's own pages. Dropped events (no consent, unknown names, over the limit) get the same
 * response as recorded ones, because a browser would log a refusal in its console; 202 requests the batch again.
 */
export async function action(args: Route.ActionArgs) {
  const { request, context } = args
  const { db, log, now } = servicesOf(context)
  const at = now()
  if (request.method !== 'POST') return answer(405, { Allow: 'POST' })
  const notice = agreedVersion(request.headers, at, measuringNotice())
  if (notice === undefined) return answer(204)
  const batch = readBatch(await request.text().catch(() => ''))
  if (!batch) return answer(400)
  const { visit, events, dropped } = batch
  if (dropped > 0) log.info('events_dropped', { dropped })
  try {
    if (isTooMuch(context.get(clientAddressContext), events.length)) return answer(204)
    const user = await sessionUser(args)
    const userAgent = request.headers.get('user-agent')
    await recordEvents(db, user ? actorOf(user) : VISITOR, { visit, userAgent, notice, events }, at)
    return answer(204)
  } catch (error) {
    log.warn('events_not_recorded', describeError(error))
    return answer(202)
  }
}

export const loader = () => answer(405, { Allow: 'POST' })

const isTooMuch = (address: string, count: number): boolean =>
  limits.some(limit => limit(networkOf(address), count) !== undefined)

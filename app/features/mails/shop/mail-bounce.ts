import { createHash, timingSafeEqual } from 'node:crypto'
import { recordBounce } from '#app/mails/outbox.server.ts'
import { readBounce } from '#app/platform/mail/bounce.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/mail-bounce'

const answer = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers })

/**
 * A mail server reports a mail that came back: the notification (RFC 3464) as it is, with `Authorization: Bearer` and
 * the key of the settings. 409: a mail whose sending is not recorded; the report is to be sent again later.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, log, now, settings } = servicesOf(context)
  if (settings.mailBounceKey === undefined) return answer(404)
  if (request.method !== 'POST') return answer(405, { Allow: 'POST' })
  if (!isSame(request.headers.get('authorization') ?? '', `Bearer ${settings.mailBounceKey}`)) {
    return answer(401, { 'WWW-Authenticate': 'Bearer' })
  }
  const bounce = readBounce(await request.text().catch(() => ''))
  // A mailbox for bounces receives other messages, too.
  if (!bounce) return answer(204)
  const outcome = await recordBounce(db, bounce, now())
  log.info('mail_bounced', { mail: bounce.mailId, outcome })
  return answer(outcome === 'unsent' ? 409 : 204)
}

export const loader = () => answer(404)

/** Compares digests, whose lengths are equal, in constant time. */
const isSame = (text: string, expected: string): boolean => timingSafeEqual(digest(text), digest(expected))
const digest = (text: string) => createHash('sha256').update(text).digest()

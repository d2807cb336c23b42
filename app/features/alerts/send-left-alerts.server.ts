import { type SendDeps, sendMails } from '#app/mails/send-mails.server.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'

/** Milliseconds after which a worker would have sent a mail. */
const LEFT_MS = 30_000

/**
 * Sends the alerts that no worker has tried yet: what they tell may be that none runs.
 * @returns how many there were.
 */
export async function sendLeftAlerts(deps: SendDeps, now: Date): Promise<number> {
  const left = await asActor(deps.db, SYSTEM, tx =>
    tx
      .selectFrom('mails')
      .select('id')
      .where('status', '=', 'queued')
      .where('attempts', '=', 0)
      .where('template', '=', 'shop_alert')
      .where('created_at', '<', new Date(now.getTime() - LEFT_MS))
      .execute(),
  )
  const jobs = left.map(({ id }) => ({ id, data: { id } }))
  if (jobs.length > 0) await sendMails(deps, jobs, now)
  return jobs.length
}

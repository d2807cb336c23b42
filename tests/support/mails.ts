import { type SendDeps, sendMails } from '#app/mails/send-mails.server.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'

/** Sends the mails that were not tried yet, as the worker does with their jobs. */
export async function sendNewMails(deps: SendDeps): Promise<void> {
  const mails = await asActor(deps.db, SYSTEM, tx =>
    tx
      .selectFrom('mails')
      .select('id')
      .where('status', '=', 'queued')
      .where('attempts', '=', 0)
      .orderBy('created_at')
      .execute(),
  )
  if (mails.length === 0) return
  await sendMails(
    deps,
    mails.map(({ id }) => ({ id, data: { id } })),
    new Date(),
  )
}

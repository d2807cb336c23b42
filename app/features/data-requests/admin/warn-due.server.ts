import { type Kysely, sql } from 'kysely'
import { dueText, kindPhrase, nearDeadline } from '#app/features/data-requests/data-requests.ts'
import { alertRecipients } from '#app/features/identity/staff/alert-recipients.server.ts'
import { countOf } from '#app/kernel/format.ts'
import { queueMails } from '#app/mails/outbox.server.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { DataRequestKind } from '#app/platform/database/values.ts'

type Due = { number: string; kind: DataRequestKind; due_at: Date }

/**
 * Tells the owner of open requests that are due soon, once, and again once when they are overdue; of breaches whose
 * deadline to notify is over without a notification, once (template `data_requests_due`).
 * @returns 0, so that the worker waits for its next round.
 */
export async function warnOfDueRequests(db: Kysely<DB>, now: Date): Promise<number> {
  await asActor(db, SYSTEM, async tx => {
    const { rows } = await sql<Due>`
      select number, kind, due_at from private.claim_due_data_requests(${nearDeadline(now)}, ${now}) order by due_at`.execute(
      tx,
    )
    const breaches = await tx
      .updateTable('data_breaches')
      .set({ warned_at: now })
      .where('closed_at', 'is', null)
      .where('warned_at', 'is', null)
      .where('agency_notified_at', 'is', null)
      .where('notify_by', '<=', now)
      .returning(['title', 'notify_by'])
      .execute()
    const due = [
      ...rows.map(({ number, kind, due_at }) => ({
        asunto: `${number} (${kindPhrase(kind)})`,
        plazo: dueText(due_at, now),
      })),
      ...breaches.map(({ title, notify_by }) => ({
        asunto: `notificar la brecha «${title}»`,
        plazo: dueText(notify_by, now),
      })),
    ]
    if (due.length === 0) return
    const recipients = await alertRecipients(tx)
    await queueMails(
      tx,
      recipients.map(({ email, first_name }) => ({
        template: 'data_requests_due' as const,
        recipient: email,
        params: {
          ...(first_name !== '' && { nombre: first_name }),
          cantidad_solicitudes: countOf(due.length, 'asunto', 'asuntos'),
          solicitudes: due,
          enlace_solicitudes: rows.length > 0 ? '/admin/privacy?vence=near' : '/admin/privacy/breaches',
        },
      })),
    )
  })
  return 0
}

import { sql, type Transaction } from 'kysely'
import { queueWebhooks } from '#app/features/integrations/queue-webhooks.server.ts'
import { formatLongDate } from '#app/kernel/dates.ts'
import { queueMails } from '#app/mails/outbox.server.ts'
import { runAsSystem } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { certificateMail } from './session-mail.ts'
import type { Confirmed } from './workshops.server.ts'

/**
 * What follows when accesses of a workshop are completed, by the staff or by their last lesson, in the same transaction
 * (`asActorThenSystem`): webhooks, and to each participant the mail about the certificate, which the database has issued (`certify`). It has
 * counted the accesses by then (`count_access`), and refused what is no step to completed (`access_status_changes`).
 */
export const workshopCompleted = (
  tx: Transaction<DB>,
  workshop: { item_id: string; slug: string; name: string },
  certified: readonly Confirmed[],
): Promise<void> =>
  runAsSystem(tx, async shop => {
    const facts = await shop
      .selectFrom('user_accesses as access')
      .innerJoin('order_items as item', 'item.id', 'access.order_item_id')
      .select([
        'access.id as access_id',
        'access.order_item_id',
        'item.order_id',
        'access.assessment_id as product_id',
        sql<string>`to_jsonb(access.completed_at) #>> '{}'`.as('completed_at'),
      ])
      .where(
        'access.id',
        'in',
        certified.map(({ access_id }) => access_id),
      )
      .orderBy('access.id')
      .execute()
    await Promise.all([
      queueWebhooks(shop, 'access.completed', facts),
      queueMails(
        shop,
        certified.map(person => certificateMail(workshop, person, formatLongDate(person.held_at))),
      ),
    ])
  })

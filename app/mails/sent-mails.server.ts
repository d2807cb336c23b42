import { sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import type { MailStatus } from '#app/platform/database/values.ts'

/** A mail as the back office shows it: template and state, without its content. */
export type SentMail = { id: string; template: string; status: MailStatus; created_at: Date; sent_at: Date | null }

/** The newest mails to the address of an account; none once it was deleted. For administrators. */
export const mailsToUser = (tx: Transaction<DB>, userId: string, limit: number): Promise<SentMail[]> =>
  tx
    .selectFrom('mails')
    .select(['id', 'template', 'status', 'created_at', 'sent_at'])
    .where('recipient', '=', ({ selectFrom }) =>
      selectFrom('profiles').select('email').where('id', '=', userId).where('deleted_at', 'is', null),
    )
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()

/** The newest mails about an order: its own, and those to the people of its seats. For administrators. */
export const mailsOfOrder = (
  tx: Transaction<DB>,
  orderId: string,
  limit: number,
): Promise<(SentMail & { recipient: string })[]> =>
  tx
    .selectFrom('mails')
    .select(['id', 'template', 'recipient', 'status', 'created_at', 'sent_at'])
    // An array that is computed first lets PostgreSQL use the indexes of both conditions.
    .where(
      sql<boolean>`(order_id = ${orderId} or access_id = any (array(
        select access.id from user_accesses access join order_items item on item.id = access.order_item_id
        where item.order_id = ${orderId})))`,
    )
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()

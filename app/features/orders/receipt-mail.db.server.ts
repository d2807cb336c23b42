import type { Kysely } from 'kysely'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { MailStatus } from '#app/platform/database/values.ts'

export type ReceiptMail = { recipient: string; status: MailStatus }

/**
 * The newest mail with an order's receipt; undefined without one. The outbox is the system's: the caller has made sure
 * that the order is the reader's own.
 */
export const receiptMailOf = (db: Kysely<DB>, orderId: string): Promise<ReceiptMail | undefined> =>
  asActor(db, SYSTEM, tx =>
    tx
      .selectFrom('mails')
      .select(['recipient', 'status'])
      .where('order_id', '=', orderId)
      .where('template', '=', 'order_receipt')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
  )

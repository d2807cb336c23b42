import type { Transaction } from 'kysely'
import { clientName } from '#app/features/identity/clients.ts'
import type { DB } from '#app/platform/database/schema.ts'

/** Notes that are shown of an order, the newest ones. */
const MOST = 100

/** What the staff wrote down about an order, the newest first. For administrators. */
export async function orderNotes(tx: Transaction<DB>, orderId: string) {
  const rows = await tx
    .selectFrom('order_notes')
    .innerJoin('profiles as author', 'author.id', 'order_notes.author_id')
    .select([
      'order_notes.id',
      'order_notes.body',
      'order_notes.created_at',
      'author.first_name',
      'author.last_name',
      'author.deleted_at',
    ])
    .where('order_notes.order_id', '=', orderId)
    .orderBy('order_notes.created_at', 'desc')
    .orderBy('order_notes.id')
    .limit(MOST)
    .execute()
  return rows.map(row => ({ id: row.id, body: row.body, created_at: row.created_at, author: clientName(row) }))
}

/** Writes a note, as its author; returns its id. */
export async function insertOrderNote(
  tx: Transaction<DB>,
  note: { orderId: string; body: string; now: Date },
): Promise<string> {
  const { id } = await tx
    .insertInto('order_notes')
    .values({ order_id: note.orderId, body: note.body, created_at: note.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Removes a note of an order. Undefined: it was gone, or is another order's. */
export const removeOrderNote = (
  tx: Transaction<DB>,
  { orderId, noteId }: { orderId: string; noteId: string },
): Promise<{ author_id: string; created_at: Date } | undefined> =>
  tx
    .deleteFrom('order_notes')
    .where('id', '=', noteId)
    .where('order_id', '=', orderId)
    .returning(['author_id', 'created_at'])
    .executeTakeFirst()

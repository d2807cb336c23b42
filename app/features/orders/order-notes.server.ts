import type { Kysely, Transaction } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { clientName } from '#app/features/clients/clients.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'

/** Maximum number of notes shown for an order, newest first. */
const MAX = 100

/** The staff's notes on an order, newest first. For administrators. */
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
    .limit(MAX)
    .execute()
  return rows.map(row => ({ id: row.id, body: row.body, created_at: row.created_at, author: clientName(row) }))
}

/** Inserts a note with its author; returns its id. */
async function insertOrderNote(
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

/** Removes a note of an order. Undefined: it is gone already, or belongs to another order. */
const removeOrderNote = (
  tx: Transaction<DB>,
  { orderId, noteId }: { orderId: string; noteId: string },
): Promise<{ author_id: string; created_at: Date } | undefined> =>
  tx
    .deleteFrom('order_notes')
    .where('id', '=', noteId)
    .where('order_id', '=', orderId)
    .returning(['author_id', 'created_at'])
    .executeTakeFirst()

type Input = { actor: Extract<Actor, { kind: 'admin' }>; orderId: string }

/**
 * Adds a note about an order, for the staff alone. The audit log records that a note was written but not its text: the
 * log is never emptied, while notes are deleted with the buyer's account.
 */
export async function addOrderNote(
  { db }: { db: Kysely<DB> },
  { actor, orderId, body, now }: Input & { body: string; now: Date },
): Promise<Result<void, { code: 'order_not_found' | 'account_gone' }>> {
  try {
    return await asActor(db, actor, async tx => {
      const buyer = await tx
        .selectFrom('orders')
        .innerJoin('profiles as buyer', 'buyer.id', 'orders.user_id')
        .select('buyer.deleted_at')
        .where('orders.id', '=', orderId)
        .executeTakeFirst()
      if (!buyer) return err({ code: 'order_not_found' })
      if (buyer.deleted_at !== null) return err({ code: 'account_gone' })
      const note = await insertOrderNote(tx, { orderId, body, now })
      await writeAudit(tx, { action: 'order_note_added', entity: 'orders', entity_id: orderId, after: { note } })
      return ok(undefined)
    })
  } catch (error) {
    // The account was deleted concurrently.
    const isGone = error instanceof Error && 'constraint' in error && error.constraint === 'account_is_deleted'
    if (isGone) return err({ code: 'account_gone' })
    throw error
  }
}

/** Removes a note of an order; any administrator may remove any note. */
export const deleteOrderNote = (
  { db }: { db: Kysely<DB> },
  { actor, orderId, noteId }: Input & { noteId: string },
): Promise<Result<void, { code: 'note_not_found' }>> =>
  asActor(db, actor, async tx => {
    const removed = await removeOrderNote(tx, { orderId, noteId })
    if (!removed) return err({ code: 'note_not_found' })
    await writeAudit(tx, {
      action: 'order_note_deleted',
      entity: 'orders',
      entity_id: orderId,
      before: { note: noteId, ...removed },
    })
    return ok(undefined)
  })

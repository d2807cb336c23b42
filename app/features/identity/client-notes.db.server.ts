import type { Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import { type ClientNote, clientName } from './clients.ts'

/** Notes that are shown of a client, the newest ones. */
const MOST = 100

/** What the staff wrote down about a client. */
export async function listNotes(tx: Transaction<DB>, userId: string): Promise<ClientNote[]> {
  const rows = await tx
    .selectFrom('client_notes')
    .innerJoin('profiles as author', 'author.id', 'client_notes.author_id')
    .select([
      'client_notes.id',
      'client_notes.body',
      'client_notes.created_at',
      'author.first_name',
      'author.last_name',
      'author.deleted_at',
    ])
    .where('client_notes.user_id', '=', userId)
    .orderBy('client_notes.created_at', 'desc')
    .orderBy('client_notes.id')
    .limit(MOST)
    .execute()
  return rows.map(row => ({ id: row.id, body: row.body, created_at: row.created_at, author: clientName(row) }))
}

/** Writes a note; returns its id. */
export async function insertNote(
  tx: Transaction<DB>,
  note: { userId: string; authorId: string; body: string; now: Date },
): Promise<string> {
  const { id } = await tx
    .insertInto('client_notes')
    .values({ user_id: note.userId, author_id: note.authorId, body: note.body, created_at: note.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Removes a note of a client. Undefined: it was gone. */
export const removeNote = (
  tx: Transaction<DB>,
  { userId, noteId }: { userId: string; noteId: string },
): Promise<{ author_id: string; created_at: Date } | undefined> =>
  tx
    .deleteFrom('client_notes')
    .where('id', '=', noteId)
    .where('user_id', '=', userId)
    .returning(['author_id', 'created_at'])
    .executeTakeFirst()

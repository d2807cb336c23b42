import type { Kysely, Transaction } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { findClient } from '#app/features/clients/clients.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type ClientNote, clientName } from './clients.ts'

/** Maximum notes shown of a client, newest first. */
const MAX = 100

/** The staff's notes on a client. */
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
    .limit(MAX)
    .execute()
  return rows.map(row => ({ id: row.id, body: row.body, created_at: row.created_at, author: clientName(row) }))
}

/** Inserts a note; returns its id. */
async function insertNote(
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

/** Removes a note of a client. Undefined: it is gone already. */
const removeNote = (
  tx: Transaction<DB>,
  { userId, noteId }: { userId: string; noteId: string },
): Promise<{ author_id: string; created_at: Date } | undefined> =>
  tx
    .deleteFrom('client_notes')
    .where('id', '=', noteId)
    .where('user_id', '=', userId)
    .returning(['author_id', 'created_at'])
    .executeTakeFirst()

type Admin = Extract<Actor, { kind: 'admin' }>

/**
 * Adds a note about a client, for the staff alone. The audit log records that a note was written but not its text: the
 * log is never emptied, while notes are deleted with their account.
 */
export async function addNote(
  db: Kysely<DB>,
  input: { actor: Admin; userId: string; body: string; now: Date },
): Promise<Result<void, { code: 'client_not_found' }>> {
  const { actor, userId, body, now } = input
  try {
    return await asActor(db, actor, async tx => {
      const client = await findClient(tx, userId)
      if (!client || client.deleted_at !== null) return err({ code: 'client_not_found' })
      const id = await insertNote(tx, { userId, authorId: actor.userId, body, now })
      await writeAudit(tx, { action: 'client_note_added', entity: 'profiles', entity_id: userId, after: { note: id } })
      return ok(undefined)
    })
  } catch (error) {
    // The account was deleted concurrently.
    const isGone = error instanceof Error && 'constraint' in error && error.constraint === 'account_is_deleted'
    if (isGone) return err({ code: 'client_not_found' })
    throw error
  }
}

/** Removes a note of a client; any administrator may remove any note. */
export const deleteNote = (
  db: Kysely<DB>,
  input: { actor: Admin; userId: string; noteId: string },
): Promise<Result<void, { code: 'note_not_found' }>> =>
  asActor(db, input.actor, async tx => {
    const removed = await removeNote(tx, input)
    if (!removed) return err({ code: 'note_not_found' })
    await writeAudit(tx, {
      action: 'client_note_deleted',
      entity: 'profiles',
      entity_id: input.userId,
      before: { note: input.noteId, ...removed },
    })
    return ok(undefined)
  })

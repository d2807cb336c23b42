import type { Kysely } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { findClient } from './client-list.db.server.ts'
import { insertNote, removeNote } from './client-notes.db.server.ts'

type Admin = Extract<Actor, { kind: 'admin' }>

/**
 * Writes a note about a client, for the staff alone. The audit log tells that it was written and keeps none of its text: the log is
 * never emptied, and a note goes with its account.
 */
export async function addNote(
  db: Kysely<DB>,
  given: { actor: Admin; userId: string; body: string; now: Date },
): Promise<Result<void, { code: 'client_not_found' }>> {
  const { actor, userId, body, now } = given
  try {
    return await asActor(db, actor, async tx => {
      const client = await findClient(tx, userId)
      if (!client || client.deleted_at !== null) return err({ code: 'client_not_found' })
      const id = await insertNote(tx, { userId, authorId: actor.userId, body, now })
      await writeAudit(tx, { action: 'client_note_added', entity: 'profiles', entity_id: userId, after: { note: id } })
      return ok(undefined)
    })
  } catch (error) {
    // The account was deleted at this moment.
    const isGone = error instanceof Error && 'constraint' in error && error.constraint === 'notes_of_living_accounts'
    if (isGone) return err({ code: 'client_not_found' })
    throw error
  }
}

/** Removes a note of a client, whoever wrote it. */
export const deleteNote = (
  db: Kysely<DB>,
  given: { actor: Admin; userId: string; noteId: string },
): Promise<Result<void, { code: 'note_not_found' }>> =>
  asActor(db, given.actor, async tx => {
    const removed = await removeNote(tx, given)
    if (!removed) return err({ code: 'note_not_found' })
    await writeAudit(tx, {
      action: 'client_note_deleted',
      entity: 'profiles',
      entity_id: given.userId,
      before: { note: given.noteId, ...removed },
    })
    return ok(undefined)
  })

import { type Kysely, sql, type Transaction } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { refuse, refusing } from '#app/kernel/refusal.ts'
import type { Outcome } from '#app/kit/forms/answer-form.server.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { NoteCommand } from './client-schema.server.ts'
import { clientName, type StaffNote } from './clients.ts'

/** Maximum notes shown of a subject, newest first. */
const MAX = 100

/** Whom or what notes are about: where they are, and what is read when its account is gone. */
const SUBJECTS = {
  client: { table: 'client_notes', column: 'user_id', entity: 'profiles', gone: 'Esa cuenta ya no existe.' },
  order: {
    table: 'order_notes',
    column: 'order_id',
    entity: 'orders',
    gone: 'Quien compró eliminó su cuenta: ya no se escriben notas.',
  },
} as const

type Subject = { of: keyof typeof SUBJECTS; id: string }
type Input = { actor: Extract<Actor, { kind: 'admin' }>; subject: Subject }

/** The staff's notes on a client or an order, newest first. */
export async function listNotes(tx: Transaction<DB>, { of, id }: Subject): Promise<StaffNote[]> {
  const { table, column } = SUBJECTS[of]
  const { rows } = await sql<Omit<StaffNote, 'author'> & Parameters<typeof clientName>[0]>`
    select note.id, note.body, note.created_at, author.first_name, author.last_name, author.deleted_at
    from ${sql.table(table)} note join profiles author on author.id = note.author_id
    where note.${sql.ref(column)} = ${id} order by note.created_at desc, note.id limit ${MAX}`.execute(tx)
  return rows.map(row => ({ id: row.id, body: row.body, created_at: row.created_at, author: clientName(row) }))
}

/**
 * Adds a note, for the staff alone. The audit log records that a note was written but not its text: the log is never
 * emptied, while notes are deleted with their account. @throws Refusal where the account is gone
 */
export function addNote(db: Kysely<DB>, input: Input & { body: string; now: Date }): Promise<void> {
  const { actor, subject, body, now } = input
  const { table, column, entity, gone } = SUBJECTS[subject.of]
  const added = asActor(db, actor, async tx => {
    const { rows } = await sql<{ id: string }>`
      insert into ${sql.table(table)} (${sql.ref(column)}, body, created_at) values (${subject.id}, ${body}, ${now})
      returning id`.execute(tx)
    const after = { note: rows[0]?.id }
    await writeAudit(tx, { action: `${subject.of}_note_added`, entity, entity_id: subject.id, after })
  })
  return refusing(added, { account_is_deleted: [gone] })
}

/** Removes a note; whoever of the staff writes notes may remove any. @throws Refusal where it is gone already */
export const deleteNote = (db: Kysely<DB>, { actor, subject, noteId }: Input & { noteId: string }): Promise<void> =>
  asActor(db, actor, async tx => {
    const { table, column, entity } = SUBJECTS[subject.of]
    const { rows } = await sql<{ author_id: string; created_at: Date }>`
      delete from ${sql.table(table)} where id = ${noteId} and ${sql.ref(column)} = ${subject.id}
      returning author_id, created_at`.execute(tx)
    const removed = rows[0] ?? refuse('Esa nota ya no estaba.')
    const before = { note: noteId, ...removed }
    await writeAudit(tx, { action: `${subject.of}_note_deleted`, entity, entity_id: subject.id, before })
  })

/** Carries out a form of `StaffNotes`. */
export async function answerNote(db: Kysely<DB>, input: Input & { now: Date }, command: NoteCommand): Promise<Outcome> {
  if (command.intent === 'add-note') {
    await addNote(db, { ...input, body: command.body })
    return { done: 'Nota guardada.' }
  }
  await deleteNote(db, { ...input, noteId: command.note })
  return { done: 'Nota eliminada.' }
}

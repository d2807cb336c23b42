import { type Kysely, sql, type Transaction } from 'kysely'
import { storableJson } from '#app/kernel/text.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'

/** The newest lines of the log about one thing, with who did it. For administrators. */
export const logOf = (tx: Transaction<DB>, entity: string, id: string, limit: number) =>
  tx
    .selectFrom('audit_log as entry')
    .leftJoin('profiles as actor', 'actor.id', 'entry.actor_user_id')
    .select([
      'entry.id',
      'entry.at',
      'entry.action',
      'entry.entity',
      'entry.before',
      'entry.after',
      'actor.first_name',
      'actor.last_name',
      'actor.email',
    ])
    .where('entry.entity', '=', entity)
    .where('entry.entity_id', '=', id)
    .orderBy('entry.id', 'desc')
    .limit(limit)
    .execute()

export type LoggedChange = Awaited<ReturnType<typeof logOf>>[number]

/** One line of the append-only log; the database adds who and when (spec D39). */
export type AuditEntry = {
  /** A stable snake_case verb, as `access_revoked`. */
  action: string
  entity: string
  entity_id: string
  before?: unknown
  after?: unknown
}

/**
 * Records a change within the transaction that makes it. It returns no row, because the writer may not read the log.
 */
export const writeAudit = (tx: Transaction<DB>, entry: AuditEntry): Promise<void> => writeAudits(tx, [entry])

/** The same for many changes of one transaction, at least one, in one statement. */
export async function writeAudits(tx: Transaction<DB>, entries: readonly AuditEntry[]): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values(
      entries.map(entry => ({
        action: entry.action,
        entity: entry.entity,
        entity_id: entry.entity_id,
        before: asJson(entry.before),
        after: asJson(entry.after),
      })),
    )
    .execute()
}

const asJson = (value: unknown): string | null => (value === undefined ? null : storableJson(value))

/** Records that a user was refused a screen; the database records the same route once in ten minutes. */
export async function noteRefusedAccess(
  db: Kysely<DB>,
  actor: Actor,
  refused: { path: string; method: string; role: string; now: Date },
): Promise<void> {
  await asActor(db, actor, tx =>
    sql`select private.record_refusal(${refused.path}, ${refused.method}, ${refused.role}, ${refused.now})`.execute(tx),
  )
}

/** What somebody of the staff looked for, and how many rows of each kind the answer showed. */
export type PeopleSearch = {
  /** Where: the name of a list or of a chooser, or 'todo'. */
  place: string
  term: string
  found: Readonly<Record<string, number>>
  now: Date
}

/** Records a search that showed people, before its answer is sent; a search without a text or a row shows nobody. */
export async function noteSearch(
  db: Kysely<DB>,
  actor: Actor,
  { place, term, found, now }: PeopleSearch,
): Promise<void> {
  const shown = Object.fromEntries(Object.entries(found).filter(([, count]) => count > 0))
  if (term === '' || Object.keys(shown).length === 0) return
  await asActor(db, actor, tx =>
    sql`select private.note_search(${place}, ${term}, ${JSON.stringify(shown)}, ${now})`.execute(tx),
  )
}

import { type Kysely, sql, type Transaction } from 'kysely'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'

/** One line of the append-only log; the database adds who and when (decision 39 of the specification's decisions). */
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

const asJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))

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

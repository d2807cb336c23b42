import type { Kysely, Transaction } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { BreachCommand } from './data-breaches.schema.ts'

/** Breaches on a page; a shop with more has other troubles. */
const MAX_SHOWN = 200

/** The register of breaches, newest first. For the staff. */
export const listBreaches = (tx: Transaction<DB>) =>
  tx
    .selectFrom('data_breaches')
    .select(['id', 'title', 'known_at', 'notify_by', 'people', 'agency_notified_at', 'people_notified_at', 'closed_at'])
    .orderBy('known_at', 'desc')
    .orderBy('id')
    .limit(MAX_SHOWN)
    .execute()

export const findBreach = (tx: Transaction<DB>, id: string) =>
  tx.selectFrom('data_breaches').selectAll().where('id', '=', id).executeTakeFirst()

/** Records a breach, or changes one. A new deadline lets the owner be warned again. @returns its id */
export function saveBreach(
  db: Kysely<DB>,
  {
    actor,
    id,
    command,
    now,
  }: { actor: Extract<Actor, { kind: 'admin' }>; id: string | undefined; command: BreachCommand; now: Date },
): Promise<Result<string, { code: 'missing' }>> {
  const { intent: _, closed, ...fields } = command
  return asActor(db, actor, async tx => {
    if (id === undefined) {
      const added = await tx
        .insertInto('data_breaches')
        .values({ ...fields, closed_at: closed ? now : null, created_at: now, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      await writeAudit(tx, {
        action: 'data_breach_recorded',
        entity: 'data_breaches',
        entity_id: added.id,
        after: fields,
      })
      return ok(added.id)
    }
    const before = await findBreach(tx, id)
    if (!before) return err({ code: 'missing' })
    const isLater = +before.notify_by !== +fields.notify_by
    await tx
      .updateTable('data_breaches')
      .set({
        ...fields,
        closed_at: closed ? (before.closed_at ?? now) : null,
        updated_at: now,
        ...(isLater && { warned_at: null }),
      })
      .where('id', '=', id)
      .execute()
    const old = Object.fromEntries(Object.entries(before).filter(([name]) => Object.hasOwn(fields, name)))
    await writeAudit(tx, {
      action: 'data_breach_changed',
      entity: 'data_breaches',
      entity_id: id,
      before: old,
      after: fields,
    })
    return ok(id)
  })
}

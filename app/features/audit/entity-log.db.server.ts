import type { Transaction } from 'kysely'
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

import { type Kysely, sql, type Transaction } from 'kysely'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { MAX_VIEWS, type SavedView } from './saved-views.ts'

type Admin = Extract<Actor, { kind: 'admin' }>

/** The actor's views of one list, by name. */
export const savedViewsOf = (tx: Transaction<DB>, path: string): Promise<SavedView[]> =>
  tx
    .selectFrom('saved_views')
    .select(['id', 'name', 'query'])
    .where('path', '=', path)
    .orderBy('name')
    .limit(MAX_VIEWS)
    .execute()

/** All of the actor's views, by list. */
export const allSavedViews = (tx: Transaction<DB>) =>
  tx.selectFrom('saved_views').select(['id', 'path', 'name', 'query']).orderBy('path').orderBy('name').execute()

type NewView = { actor: Admin; path: string; name: string; query: string; now: Date }

/** Saves a view; one of the same name is overwritten. */
export function saveView(
  db: Kysely<DB>,
  { actor, path, name, query, now }: NewView,
): Promise<Result<undefined, { code: 'too_many' }>> {
  return asActor(db, actor, async tx => {
    const views = await savedViewsOf(tx, path)
    const isKnown = views.some(view => view.name.toLowerCase() === name.toLowerCase())
    if (!isKnown && views.length >= MAX_VIEWS) return err({ code: 'too_many' })
    await sql`insert into saved_views (path, name, query, created_at) values (${path}, ${name}, ${query}, ${now})
      on conflict (user_id, path, lower(name)) do update set name = excluded.name, query = excluded.query`.execute(tx)
    return ok(undefined)
  })
}

/** Removes one of the actor's views. @returns its list, or undefined when it is not there */
export const removeView = (db: Kysely<DB>, { actor, id }: { actor: Admin; id: string }): Promise<string | undefined> =>
  asActor(db, actor, async tx => {
    const removed = await tx.deleteFrom('saved_views').where('id', '=', id).returning('path').executeTakeFirst()
    return removed?.path
  })

/** Gives one of the actor's views another name. */
export async function renameView(
  db: Kysely<DB>,
  { actor, id, name }: { actor: Admin; id: string; name: string },
): Promise<Result<undefined, { code: 'not_found' | 'name_taken' }>> {
  try {
    const { numUpdatedRows } = await asActor(db, actor, tx =>
      tx.updateTable('saved_views').set({ name }).where('id', '=', id).executeTakeFirst(),
    )
    return numUpdatedRows === 0n ? err({ code: 'not_found' }) : ok(undefined)
  } catch (error) {
    const isTaken = error instanceof Error && 'constraint' in error && error.constraint === 'saved_views_once'
    if (isTaken) return err({ code: 'name_taken' })
    throw error
  }
}

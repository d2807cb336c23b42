import { type Kysely, sql, type Transaction } from 'kysely'
import { Refusal, refuse, refusing } from '#app/kernel/refusal.ts'
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

/** Saves a view; one of the same name is overwritten. @throws Refusal where there are too many */
export const saveView = (db: Kysely<DB>, { actor, path, name, query, now }: NewView): Promise<void> =>
  asActor(db, actor, async tx => {
    const views = await savedViewsOf(tx, path)
    const isKnown = views.some(view => view.name.toLowerCase() === name.toLowerCase())
    if (!isKnown && views.length >= MAX_VIEWS) {
      refuse(`Puedes guardar hasta ${MAX_VIEWS} vistas de una lista: elimina una y guarda de nuevo.`)
    }
    await sql`insert into saved_views (path, name, query, created_at) values (${path}, ${name}, ${query}, ${now})
      on conflict (user_id, path, lower(name)) do update set name = excluded.name, query = excluded.query`.execute(tx)
  })

/** Removes one of the actor's views. @returns its list, or undefined when it is not there */
export const removeView = (db: Kysely<DB>, { actor, id }: { actor: Admin; id: string }): Promise<string | undefined> =>
  asActor(db, actor, async tx => {
    const removed = await tx.deleteFrom('saved_views').where('id', '=', id).returning('path').executeTakeFirst()
    return removed?.path
  })

const viewGone = () => new Refusal('Esa vista ya no existe.')

/** Gives one of the actor's views another name. @throws Refusal where it is gone, or the name is taken */
export async function renameView(
  db: Kysely<DB>,
  { actor, id, name }: { actor: Admin; id: string; name: string },
): Promise<void> {
  const renamed = asActor(db, actor, tx =>
    tx.updateTable('saved_views').set({ name }).where('id', '=', id).returning('id').executeTakeFirstOrThrow(viewGone),
  )
  await refusing(renamed, {
    saved_views_once: ['Ya tienes una vista con ese nombre en la misma lista: escribe otro.'],
  })
}

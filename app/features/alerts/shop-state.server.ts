import { type Kysely, sql, type Transaction } from 'kysely'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ShopState } from '#app/platform/metrics/shop-state.ts'

/** What a person has to decide, by kind. Runs as the shop. */
export async function personNeeded(tx: Transaction<DB>): Promise<ShopState['people']> {
  const { rows } = await sql<ShopState['people'][number]>`
    select kind, items, since from private.person_needed()`.execute(tx)
  return rows
}

/** The work that waits and what waits for a person, at an instant. */
export function readShopState(db: Kysely<DB>, now: Date): Promise<ShopState> {
  return asActor(db, SYSTEM, async tx => {
    const { rows: queues } = await sql<ShopState['queues'][number]>`
      select queue, items, due_since from private.work_waiting(${now})`.execute(tx)
    const { rows: backups } = await sql<{ at: Date | null }>`select private.last_backup_at() as at`.execute(tx)
    return { at: now, queues, people: await personNeeded(tx), lastBackup: backups[0]?.at ?? null }
  })
}

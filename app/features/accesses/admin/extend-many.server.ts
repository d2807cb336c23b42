import { type Kysely, sql, type Transaction } from 'kysely'
import { MAX_EXTENDED, NOBODY_EXTENDED, TOO_MANY_EXTENDED } from '#app/features/accesses/admin-access.ts'
import { writeAudits } from '#app/features/audit/audit.server.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { keyset } from '#app/platform/database/keyset.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type AccessFilters, accessRows } from './admin-access-list.server.ts'
import type { AdminActor } from './manage-access.server.ts'

/** The accesses concerned: selected rows, or a whole filtered list. */
export type ExtendTarget = { ids: readonly string[] } | { filters: AccessFilters }

/**
 * The accesses of a target that can be answered or expired unanswered, with their ends; one more than the maximum, which
 * reveals too many. For administrators.
 */
export async function extendableAccesses(
  tx: Transaction<DB>,
  target: ExtendTarget,
): Promise<{ id: string; expires_at: Date }[]> {
  const page = keyset(
    'user_accesses',
    { sort: { column: 'created_at', direction: 'asc' }, size: MAX_EXTENDED },
    'access',
  )
  const requested =
    'ids' in target ? sql`access.id = any(${[...target.ids]}::uuid[])` : accessRows.conditions(target.filters, page)
  const { rows } = await sql<{ id: string; expires_at: Date }>`
    select access.id, access.expires_at from user_accesses access
    where access.status in ('active', 'in_use') and ${requested} limit ${MAX_EXTENDED + 1}`.execute(tx)
  return rows
}

/** Moves later the expiries that are earlier. @returns the accesses that changed, with their previous expiry */
async function moveEnds(tx: Transaction<DB>, ids: readonly string[], until: Date) {
  const { rows } = await sql<{ access_id: string; ended_before: Date }>`
    select * from private.extend_accesses(${[...ids]}::uuid[], ${until})`.execute(tx)
  return rows
}

/**
 * Extends the accesses of a target that are not completed to the same instant, all or none; later expiries stay.
 * Accesses completed or revoked concurrently are unchanged. Each change is audited with the previous expiry.
 * @returns how many were extended, and how many already expired later @throws Refusal for nobody and for too many
 */
export const extendMany = (
  db: Kysely<DB>,
  { actor, target, until }: { actor: AdminActor; target: ExtendTarget; until: Date },
): Promise<{ extended: number; unchanged: number }> =>
  asActor(db, actor, async tx => {
    const ids = (await extendableAccesses(tx, target)).map(({ id }) => id)
    if (ids.length === 0) refuse(NOBODY_EXTENDED)
    if (ids.length > MAX_EXTENDED) refuse(TOO_MANY_EXTENDED)
    const moved = await moveEnds(tx, ids, until)
    if (moved.length > 0)
      await writeAudits(
        tx,
        moved.map(({ access_id, ended_before }) => ({
          action: 'access_extended',
          entity: 'user_accesses',
          entity_id: access_id,
          before: { expires_at: ended_before },
          after: { expires_at: until },
        })),
      )
    return { extended: moved.length, unchanged: ids.length - moved.length }
  })

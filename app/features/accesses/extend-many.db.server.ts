import { sql, type Transaction } from 'kysely'
import { keyset } from '#app/platform/database/keyset.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { accessConditions } from './access-list.db.server.ts'
import type { AccessFilters } from './access-list.ts'
import { MOST_EXTENDED } from './admin-access.ts'

/** Which accesses: rows that were ticked, or all of a list. */
export type ExtendTarget = { ids: readonly string[] } | { filters: AccessFilters }

/**
 * The accesses of a target that somebody can still answer, or could if their time had not ended; one more than may be extended at once
 * at most, by which too many are known. For administrators.
 */
export async function extendableAccesses(tx: Transaction<DB>, target: ExtendTarget): Promise<string[]> {
  const page = keyset(
    'user_accesses',
    { sort: { column: 'created_at', direction: 'asc' }, size: MOST_EXTENDED },
    'access',
  )
  const asked =
    'ids' in target ? sql`access.id = any(${[...target.ids]}::uuid[])` : accessConditions(target.filters, page)
  const { rows } = await sql<{ id: string }>`
    select access.id from user_accesses access
    where access.status in ('active', 'in_use') and ${asked} limit ${MOST_EXTENDED + 1}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Moves the ends that are sooner. @returns the accesses whose end moved, with the end before */
export async function moveEnds(tx: Transaction<DB>, ids: readonly string[], until: Date) {
  const { rows } = await sql<{ access_id: string; ended_before: Date }>`
    select * from private.extend_accesses(${[...ids]}::uuid[], ${until})`.execute(tx)
  return rows
}

import { type Kysely, sql } from 'kysely'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { accessCode, codeMark } from '#app/platform/secrets/access-code.server.ts'

const AT_ONCE = 1000

/**
 * Writes the marks by which codes are found (db/schema/28-secrets.sql): the database draws codes without the key that marks them.
 * @returns how many were written.
 */
export const markCodes = (db: Kysely<DB>): Promise<number> =>
  asActor(db, SYSTEM, async tx => {
    const { rows } = await sql<{ access_id: string; stored: string }>`
      select access_id, stored from private.unmarked_codes(${AT_ONCE})`.execute(tx)
    if (rows.length === 0) return 0
    const ids = rows.map(({ access_id }) => access_id)
    const stored = rows.map(row => row.stored)
    const marks = stored.map(code => codeMark(accessCode(code)))
    const written = await sql<{ count: number }>`
      select private.mark_codes(${ids}::uuid[], ${stored}::text[], ${marks}::text[]) as count`.execute(tx)
    return written.rows[0]?.count ?? 0
  })

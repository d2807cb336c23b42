import { sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'

/** One lock for every process of a shop; the number only has to stay the same. */
export const OBJECT_LOCK = 7_426_516

/** Until the transaction ends no object is removed. */
export async function lockObjects(tx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${sql.lit(OBJECT_LOCK)})`.execute(tx)
}

/** Until the transaction ends no file is moved and no backup reads; false: somebody does now. */
export async function mayRemoveObjects(tx: Transaction<DB>): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(OBJECT_LOCK)}) as free`.execute(tx)
  return rows[0]?.free === true
}

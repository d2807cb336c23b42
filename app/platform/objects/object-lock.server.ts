import { sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'

/** One lock for every process of a shop; the number only has to stay the same. */
export const OBJECT_LOCK = 7_426_516

/** Until the transaction ends no object is removed. */
export async function holdObjects(tx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${sql.lit(OBJECT_LOCK)})`.execute(tx)
}

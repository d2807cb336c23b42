import type { Pool } from 'pg'
import { type Db, PgBoss } from 'pg-boss'
import { JOB_SCHEMA } from './queues.ts'

/** The engine on a pool that there is already; it opens none of its own. */
export const onPool = (pool: Pool): Db => ({
  // Without values a text may hold several statements, as the engine's scripts do.
  executeSql: (text, values) => pool.query(text, values),
})

/** The engine without any loop: it prepares, reads and plans. */
export const idleEngine = (pool: Pool, options: { migrate: boolean }): PgBoss =>
  new PgBoss({
    db: onPool(pool),
    schema: JOB_SCHEMA,
    supervise: false,
    schedule: false,
    registerInstance: false,
    reindex: false,
    ...options,
  })

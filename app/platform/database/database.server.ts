import { Kysely, PostgresDialect } from 'kysely'
import { Pool, type PoolConfig, types } from 'pg'
import { ActorDialect } from './actor.server.ts'
import type { PoolSizes } from './pool-sizes.ts'
import type { DB } from './schema.ts'

const INT8 = 20
const NUMERIC = 1700

/** int8 and numeric arrive as text by default; everything this database keeps in them (pesos, counts, rates) fits a double. */
export const PARSERS: NonNullable<PoolConfig['types']> = {
  getTypeParser: (oid, format) =>
    oid === INT8 || oid === NUMERIC ? (text: string) => Number(text) : types.getTypeParser(oid, format),
}

/**
 * Milliseconds that a statement of the application waits for a lock. Without a limit, checkouts that wait for one locked row (a discount
 * code) would hold every connection of the pool; it is shorter than other requests wait for a connection.
 */
const LOCK_TIMEOUT_MS = 3_000

export type Databases = {
  /**
   * Works under the role alhena_app, which owns nothing: without an actor it sees no person's data. Transactions of the shop itself run on
   * connections of their own, under alhena_system.
   */
  db: Kysely<DB>
  /** Works as the owner's login: migrations, the auth library, seeds and nothing else. */
  ownerPool: Pool
  /** The connections of the shop's own work, for the engine of background work. Transactions use `db`. */
  shopPool: Pool
  /** The pools by whose work they do. */
  pools: Record<'people' | 'shop' | 'owner', Pool>
  close(): Promise<void>
}

/**
 * Opens the pools on one server.
 * @param size connections of each pool, or of the application's: that of the shop's own work then has half of them, the owner's a quarter.
 * @param logins the addresses of the application's own logins on that server, where there are any: they cannot step back to the owner, nor
 * the first to the shop.
 * @param now the clock of the application; row-level security compares with its time.
 * @param lockTimeoutMs how long its statements wait for a lock.
 */
export function openDatabases(
  connectionString: string,
  size: number | PoolSizes,
  logins = { people: connectionString, shop: connectionString },
  now = () => new Date(),
  lockTimeoutMs = LOCK_TIMEOUT_MS,
): Databases {
  const sizes = typeof size === 'number' ? sizesOf(size) : size
  const common: PoolConfig = {
    types: PARSERS,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    // No request waits longer than its reader would: a stuck statement is an error, not a hung page.
    statement_timeout: 15_000,
    keepAlive: true,
  }
  const application = { ...common, application_name: 'alhena', lock_timeout: lockTimeoutMs }
  const pool = new Pool({
    ...application,
    connectionString: logins.people,
    max: sizes.people,
    options: '-c role=alhena_app',
  })
  const shopPool = new Pool({
    ...application,
    connectionString: logins.shop,
    max: sizes.shop,
    options: '-c role=alhena_system',
  })
  const ownerPool = new Pool({
    ...common,
    connectionString,
    max: sizes.owner,
    application_name: 'alhena-owner',
  })
  for (const each of [pool, shopPool, ownerPool]) {
    // A connection that the server closes (restart, failover) fails its query, if it has one, and is replaced at the next use.
    // Without listeners, idle or between two queries, it would end the process.
    each.on('error', () => {})
    each.on('connect', client => void client.on('error', () => {}))
  }
  const db = new Kysely<DB>({ dialect: new ActorDialect({ pool }, now, { pool: shopPool }) })
  return {
    db,
    ownerPool,
    shopPool,
    pools: { people: pool, shop: shopPool, owner: ownerPool },
    async close() {
      await db.destroy()
      await ownerPool.end()
    },
  }
}

const sizesOf = (people: number): PoolSizes => ({
  people,
  shop: Math.max(2, Math.floor(people / 2)),
  owner: Math.max(4, Math.floor(people / 4)),
})

/** A Kysely instance on the owner's pool, for the auth library and seeds. */
export const ownerDatabase = (ownerPool: Pool): Kysely<DB> =>
  new Kysely<DB>({ dialect: new PostgresDialect({ pool: ownerPool }) })

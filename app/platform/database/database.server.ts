import { Kysely, type KyselyConfig, PostgresDialect } from 'kysely'
import { Pool, type PoolConfig, types } from 'pg'
import { traceStatement } from '#app/platform/tracing/statements.ts'
import { currentTracing } from '#app/platform/tracing/tracing.ts'
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

/** Milliseconds that a statement may take: no request waits longer than its reader would. */
const STATEMENT_TIMEOUT_MS = 15_000

/** What a connection of the application begins with. A pooler refuses them from a client: there its login has them as defaults. */
export const APPLICATION_LIMITS = { statement_timeout: STATEMENT_TIMEOUT_MS, lock_timeout: LOCK_TIMEOUT_MS } as const

export type Databases = {
  /**
   * Works under the role alhena_app, which owns nothing: without an actor it sees no person's data. Transactions of the shop itself run on
   * connections of their own, under alhena_system.
   */
  db: Kysely<DB>
  /** Works as the owner's login: the auth library, seeds and nothing else. */
  ownerPool: Pool
  /** The same for what holds a session for longer than a transaction: migrations and locks. The owner's pool, unless that goes through a pooler. */
  sessionPool: Pool
  /** The connections of the shop's own work, for the engine of background work. Transactions use `db`. */
  shopPool: Pool
  /** The pools by whose work they do. */
  pools: Record<'people' | 'shop' | 'owner', Pool>
  close(): Promise<void>
}

export type DatabaseOptions = {
  /**
   * The addresses of the application's own logins on that server, where there are any: they cannot step back to the owner, nor the first to
   * the shop.
   */
  logins?: { people: string; shop: string } | undefined
  /** The clock of the application; row-level security compares with its time. */
  now?: () => Date
  /** How long the application's statements wait for a lock. */
  lockTimeoutMs?: number
  /** The server's own address, where the other one is a pooler's in transaction mode. Then the logins begin with their role and limits. */
  sessionAddress?: string | undefined
}

/** Connections of the pool that bypasses a pooler, beside the one that listens. */
const SESSIONS = 2

/**
 * Opens the pools on one server.
 * @param size connections of each pool, or of the application's: that of the shop's own work then has half of them, the owner's a quarter.
 */
export function openDatabases(
  connectionString: string,
  size: number | PoolSizes,
  options: DatabaseOptions = {},
): Databases {
  const { sessionAddress, now = () => new Date() } = options
  const logins = options.logins ?? { people: connectionString, shop: connectionString }
  const sizes = typeof size === 'number' ? sizesOf(size) : size
  const isPooled = sessionAddress !== undefined
  const application = { isPooled, lockTimeoutMs: options.lockTimeoutMs }
  const pool = openApplicationPool(logins.people, { ...application, role: 'alhena_app', max: sizes.people })
  const shopPool = openApplicationPool(logins.shop, { ...application, role: 'alhena_system', max: sizes.shop })
  const limited = { ...CONNECTION, statement_timeout: STATEMENT_TIMEOUT_MS }
  const ownerPool = surviving(
    new Pool({
      ...(isPooled ? CONNECTION : limited),
      connectionString,
      max: sizes.owner,
      application_name: 'alhena-owner',
    }),
  )
  const sessionPool = isPooled
    ? surviving(
        new Pool({ ...limited, connectionString: sessionAddress, max: SESSIONS, application_name: 'alhena-session' }),
      )
    : ownerPool
  const db = new Kysely<DB>({
    dialect: new ActorDialect({ pool }, now, { pool: shopPool }),
    ...tracedStatements(),
  })
  return {
    db,
    ownerPool,
    sessionPool,
    shopPool,
    pools: { people: pool, shop: shopPool, owner: ownerPool },
    async close() {
      await db.destroy()
      await ownerPool.end()
      if (sessionPool !== ownerPool) await sessionPool.end()
    },
  }
}

const CONNECTION: PoolConfig = {
  types: PARSERS,
  idleTimeoutMillis: 30_000,
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
}

type ApplicationPool = {
  role: 'alhena_app' | 'alhena_system'
  /** Connections at most. */
  max: number
  /** Whether the login's own defaults set its role and limits, because a pooler takes neither from a client. */
  isPooled: boolean
  lockTimeoutMs?: number | undefined
  name?: string
}

/** Connections that work under a role of the application, with its limits. */
export function openApplicationPool(connectionString: string, options: ApplicationPool): Pool {
  const { role, max, isPooled, lockTimeoutMs = LOCK_TIMEOUT_MS, name = 'alhena' } = options
  const own = isPooled
    ? {}
    : { statement_timeout: STATEMENT_TIMEOUT_MS, lock_timeout: lockTimeoutMs, options: `-c role=${role}` }
  // A statement may follow another one without waiting for its answer (see ActorDriver).
  return surviving(new Pool({ ...CONNECTION, ...own, pipeline: true, connectionString, max, application_name: name }))
}

/**
 * A connection that the server closes (restart, failover) fails its query, if it has one, and is replaced at the next use.
 * Without listeners, idle or between two queries, it would end the process.
 */
export function surviving(pool: Pool): Pool {
  pool.on('error', () => {})
  pool.on('connect', client => void client.on('error', () => {}))
  return pool
}

/** Each statement as a span, where requests are traced. */
export const tracedStatements = (): Pick<KyselyConfig, 'log'> => (currentTracing() ? { log: traceStatement } : {})

const sizesOf = (people: number): PoolSizes => ({
  people,
  shop: Math.max(2, Math.floor(people / 2)),
  owner: Math.max(4, Math.floor(people / 4)),
})

/** A Kysely instance on the owner's pool, for the auth library and seeds. */
export const ownerDatabase = (ownerPool: Pool): Kysely<DB> =>
  new Kysely<DB>({ dialect: new PostgresDialect({ pool: ownerPool }) })

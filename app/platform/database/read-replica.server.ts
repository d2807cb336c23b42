import { Kysely, sql } from 'kysely'
import { describeError, type Log } from '#app/platform/log/log.server.ts'
import { ActorDialect } from './actor.server.ts'
import { openApplicationPool, tracedStatements } from './database.server.ts'
import { createReplicaAge } from './replica-age.ts'
import type { DB } from './schema.ts'

/** How old, in milliseconds, what is read from a replica may be. */
export const MAX_AGE_MS = 5_000
/** Milliseconds between two looks at how far it is. */
const LOOK_EVERY_MS = 1_000

/** A streaming replica of the database (hot standby), for what may be a few seconds old: public pages and reports. */
export type ReadReplica = {
  /** Undefined while the replica is away or too far behind: the primary is read then. */
  current(): Kysely<DB> | undefined
  /** What is read from now on contains all that was committed until now: the primary is read until the replica has it, too. */
  catchUp(): void
  /** Seconds, at most, by which it is behind the primary; `Infinity` while it is away. */
  age(): number
  pool: { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number }
  close(): Promise<void>
}

type Options = {
  /** The replica's address, with a login that may take the role alhena_app, or has it by default where `isPooled`. */
  address: string
  isPooled: boolean
  /** Connections at most. */
  size: number
  /** On the primary. */
  primary: Kysely<DB>
  log: Log
  now?: () => Date
}

/**
 * Opens a replica and looks each second how far it is behind. A replica that is away fails nothing, neither now nor later; its states are
 * logged.
 */
export function openReadReplica({
  address,
  isPooled,
  size,
  primary,
  log,
  now = () => new Date(),
}: Options): ReadReplica {
  const pool = openApplicationPool(address, { role: 'alhena_app', max: size, isPooled, name: 'alhena-replica' })
  const db = new Kysely<DB>({ dialect: new ActorDialect({ pool }, now), ...tracedStatements() })
  const replicaAge = createReplicaAge(MAX_AGE_MS)
  let timer: NodeJS.Timeout | undefined
  let looking = Promise.resolve()
  let isClosed = false
  let state: 'used' | 'unused' | undefined

  async function look(): Promise<void> {
    let reason: Record<string, unknown> = {}
    try {
      const at = performance.now()
      replicaAge.addWritten(at, await positionOf(primary))
      replicaAge.addReplayed(await replayedPosition(db))
    } catch (error) {
      replicaAge.forget()
      reason = describeError(error)
    }
    const found = replicaAge.age(performance.now()) <= MAX_AGE_MS ? 'used' : 'unused'
    if (found !== state && !isClosed) log.warn(`read_replica_${found}`, reason)
    state = found
  }

  const lookAgain = () => {
    looking = look().finally(() => {
      if (!isClosed) timer = setTimeout(lookAgain, LOOK_EVERY_MS)
    })
  }
  lookAgain()

  return {
    current: () => (replicaAge.isRecent(performance.now()) ? db : undefined),
    catchUp: () => replicaAge.require(performance.now()),
    age: () => replicaAge.age(performance.now()) / 1000,
    pool,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await looking
      await db.destroy()
    },
  }
}

/** Bytes of the primary's log that are written: whatever has been committed is in them. */
async function positionOf(primary: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ written: number }>`select pg_current_wal_lsn() - '0/0'::pg_lsn as written`.execute(
    primary,
  )
  return rows[0]?.written ?? Number.POSITIVE_INFINITY
}

/**
 * Bytes of the primary's log that the replica shows.
 * @throws when the server is no replica, or works under another role: row-level security would not hold.
 */
async function replayedPosition(replica: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ replayed: number | null; role: string }>`
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() - '0/0'::pg_lsn end as replayed,
      current_user::text as role`.execute(replica)
  const [found] = rows
  if (found?.role !== 'alhena_app') throw new Error(`DATABASE_READ_URL works as ${found?.role}, not as alhena_app`)
  if (found.replayed === null) throw new Error('DATABASE_READ_URL leads to no replica')
  return found.replayed
}

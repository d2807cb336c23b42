import { type DatabaseConnection, type Driver, Kysely } from 'kysely'
import type { Pool } from 'pg'
import { ActorDialect } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'

/** What the shop's two logins work on: people's transactions, and the shop's own. */
export type Pools = { readonly people: Pool; readonly shop: Pool }

/** When a process dies: as it commits its n-th transaction that changes something, before or after the server has it. */
export type Death = { readonly commit: number; readonly when: 'before' | 'after' }

/** The life of one process, which ends between two of its steps. Nothing of a dead one runs on. */
export type Life = {
  isOver(): boolean
  /** Resolves at its death, when the server has undone what was open. */
  readonly over: Promise<void>
  /** Transactions committed so far that changed something. */
  commits(): number
  /** A call to somebody else, who carries it out even if the caller dies meanwhile. */
  abroad<Value>(call: () => Promise<Value>): Promise<Value>
}

const CHANGE = /^\s*(insert|update|delete|with)\b/i

/** What a dead process waits for. */
const never = <Value>(): Promise<Value> => new Promise(() => undefined)

/**
 * A database handle that dies: what it had not committed is rolled back, as PostgreSQL does when a client's connection ends,
 * and whatever waited for it waits for ever.
 * @param pools stay open; the connections of the dead go back to them.
 */
export function mortalDatabase(pools: Pools, now: () => Date, death?: Death): { db: Kysely<DB>; life: Life } {
  let committed = 0
  let isOver = false
  let bury: () => void = () => undefined
  const over = new Promise<void>(resolve => {
    bury = resolve
  })
  const open = new Map<DatabaseConnection, DatabaseConnection>()
  const changing = new Set<DatabaseConnection>()
  const underWay = new Set<Promise<unknown>>()

  const alive = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (isOver) return never()
    const value = await work()
    return isOver ? never() : value
  }

  class MortalDialect extends ActorDialect {
    override createDriver(): Driver {
      const driver = super.createDriver()
      const real = (connection: DatabaseConnection): DatabaseConnection => open.get(connection) ?? connection

      async function die(): Promise<void> {
        isOver = true
        await Promise.all(
          [...open.values()].map(async connection => {
            await driver.rollbackTransaction(connection)
            await driver.releaseConnection(connection)
          }),
        )
        open.clear()
        await Promise.allSettled(underWay)
        bury()
      }

      return {
        init: options => driver.init(options),
        acquireConnection: async () => {
          if (isOver) return never()
          const connection = await driver.acquireConnection()
          if (isOver) {
            await driver.releaseConnection(connection)
            return never()
          }
          const handle: DatabaseConnection = {
            executeQuery: query =>
              alive(async () => {
                const result = await connection.executeQuery<never>(query)
                const rows = Number(result.numAffectedRows ?? result.rows.length)
                if (rows > 0 && CHANGE.test(query.sql)) changing.add(handle)
                return result
              }),
            streamQuery: (query, size) => connection.streamQuery(query, size),
          }
          open.set(handle, connection)
          return handle
        },
        beginTransaction: (connection, settings) => alive(() => driver.beginTransaction(real(connection), settings)),
        async commitTransaction(connection) {
          if (isOver) return never()
          const isChange = changing.delete(connection)
          if (isChange) committed += 1
          const isLast = isChange && committed === death?.commit
          if (isLast && death.when === 'before') await die()
          else await driver.commitTransaction(real(connection))
          if (isLast && death.when === 'after') await die()
          return isOver ? never() : undefined
        },
        rollbackTransaction: connection => alive(() => driver.rollbackTransaction(real(connection))),
        async releaseConnection(connection) {
          const inner = open.get(connection)
          if (isOver || !inner) return never()
          open.delete(connection)
          await driver.releaseConnection(inner)
        },
        destroy: async () => undefined,
      }
    }
  }

  const life: Life = {
    isOver: () => isOver,
    over,
    commits: () => committed,
    abroad: async call => {
      if (isOver) return never()
      const answer = call()
      underWay.add(answer)
      try {
        const value = await answer
        return isOver ? never() : value
      } finally {
        underWay.delete(answer)
      }
    },
  }
  return { db: new Kysely<DB>({ dialect: new MortalDialect({ pool: pools.people }, now, { pool: pools.shop }) }), life }
}

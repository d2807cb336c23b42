import { CompiledQuery, Kysely, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import { ActorDialect, asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'

/** Runs a statement in the transaction and returns its rows. */
export type RunStatement = <Row = { id: string }>(text: string, ...values: unknown[]) => Promise<Row[]>

/** A transaction of the shop on the owner's pool: rows that no screen writes, and what follows from them. */
export const asShop = <Value>(
  pool: Pool,
  work: (tx: Transaction<DB>, run: RunStatement) => Promise<Value>,
): Promise<Value> =>
  asActor(shopOf(pool), SYSTEM, tx =>
    work(tx, async <Row>(text: string, ...values: unknown[]) => {
      const { rows } = await tx.executeQuery<Row>(CompiledQuery.raw(text, values))
      return rows
    }),
  )

const shops = new WeakMap<Pool, Kysely<DB>>()

function shopOf(pool: Pool): Kysely<DB> {
  const known = shops.get(pool) ?? new Kysely<DB>({ dialect: new ActorDialect({ pool }, () => new Date()) })
  shops.set(pool, known)
  return known
}

import { sql, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProfile } from '#tests/support/factories.ts'
import { type Actor, asActor, readAs } from './actor.server.ts'
import { type Databases, openDatabases } from './database.server.ts'
import type { DB } from './schema.ts'

let database: TestDatabase
/** One connection for all requests: each transaction follows another one on it. */
let narrow: Databases
let ana: Extract<Actor, { kind: 'user' }>
beforeAll(async () => {
  database = await cloneDatabase(2)
  narrow = openDatabases(database.address, { people: 1, shop: 1, owner: 1 })
  ana = { kind: 'user', userId: (await createProfile(database.ownerPool)).id }
})
afterAll(async () => {
  await narrow.close()
  await database.close()
})

const phoneOf = async () => {
  const { rows } = await database.ownerPool.query<{ phone: string }>('select phone from profiles where id = $1', [
    ana.userId,
  ])
  return rows[0]?.phone
}
const visible = () => readAs(narrow.db, ana, tx => tx.selectFrom('profiles').select('id').execute())
const write = (phone: string) =>
  asActor(narrow.db, ana, tx => tx.updateTable('profiles').set({ phone }).where('id', '=', ana.userId).execute())

it('reads as its actor, and only what the actor may see', async () => {
  await createProfile(database.ownerPool)
  expect(await visible()).toEqual([{ id: ana.userId }])
  expect(await readAs(narrow.db, { kind: 'visitor' }, tx => tx.selectFrom('profiles').select('id').execute())).toEqual(
    [],
  )
})

it('writes nothing, and what it could not do is reported', async () => {
  const before = await phoneOf()
  const writing = readAs(narrow.db, ana, tx =>
    tx.updateTable('profiles').set({ phone: '+56 2 2222 2222' }).where('id', '=', ana.userId).execute(),
  )
  await expect(writing).rejects.toThrow(/read-only transaction/)
  expect(await phoneOf()).toBe(before)
})

it('leaves the next transaction on its connection as it would be: whoever waits for a change has it', async () => {
  for (let round = 0; round < 20; round += 1) {
    await visible()
    await write(`+56 9 0000 00${round + 10}`)
    expect(await phoneOf()).toBe(`+56 9 0000 00${round + 10}`)
    // One that fails ends otherwise, and leaves nothing behind either.
    await expect(readAs(narrow.db, ana, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await write(`+56 9 1111 11${round + 10}`)
    expect(await phoneOf()).toBe(`+56 9 1111 11${round + 10}`)
  }
})

it('many at once share a connection without seeing with each other’s eyes', async () => {
  const eva = { kind: 'user', userId: (await createProfile(database.ownerPool)).id } as const
  const seen = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      readAs(narrow.db, index % 2 === 0 ? ana : eva, tx => tx.selectFrom('profiles').select('id').execute()),
    ),
  )
  for (const [index, rows] of seen.entries()) expect(rows).toEqual([{ id: index % 2 === 0 ? ana.userId : eva.userId }])
})

/** Statements that were sent on a pool's connections and not yet answered, at most at once. */
function watchStatements(pool: Pool) {
  const seen = { now: 0, most: 0 }
  pool.on('connect', client => {
    const send: (...sent: unknown[]) => Promise<unknown> = client.query.bind(client)
    const watched = (...sent: unknown[]) => {
      seen.now += 1
      seen.most = Math.max(seen.most, seen.now)
      return send(...sent).finally(() => {
        seen.now -= 1
      })
    }
    Object.assign(client, { query: watched })
  })
  return seen
}

describe('statements that are begun side by side', () => {
  it('are sent without waiting for each other, with the beginning of their transaction', async () => {
    const databases = openDatabases(database.address, { people: 1, shop: 1, owner: 1 })
    const seen = watchStatements(databases.pools.people)
    try {
      const three = (tx: Transaction<DB>) =>
        Promise.all([1, 2, 3].map(() => tx.selectFrom('profiles').select('id').execute()))
      expect(await readAs(databases.db, ana, three)).toEqual([1, 2, 3].map(() => [{ id: ana.userId }]))
      expect(seen.most).toBe(4)
      // One that writes sends each when it knows what became of the one before.
      await asActor(databases.db, ana, three)
      seen.most = 0
      await asActor(databases.db, ana, three)
      expect(seen.most).toBe(1)
    } finally {
      await databases.close()
    }
  })

  it('fail with the first that fails, and leave the connection to the next', async () => {
    const reading = readAs(narrow.db, ana, tx =>
      Promise.all([
        tx.selectFrom('profiles').select('id').execute(),
        sql`select 1 / 0`.execute(tx),
        tx.selectFrom('profiles').select('id').execute(),
      ]),
    )
    await expect(reading).rejects.toThrow(/division by zero/)
    expect(await visible()).toEqual([{ id: ana.userId }])
    await write('+56 9 2222 2222')
    expect(await phoneOf()).toBe('+56 9 2222 2222')
  })

  it('are nobody’s once their transaction has ended', async () => {
    let late: Promise<unknown> = Promise.resolve()
    let begin = () => {}
    const ended = new Promise<void>(resolve => {
      begin = resolve
    })
    const reading = readAs(narrow.db, ana, tx => {
      late = ended.then(() => tx.selectFrom('profiles').select('id').execute())
      return Promise.reject(new Error('no'))
    })
    await expect(reading).rejects.toThrow('no')
    begin()
    await expect(late).rejects.toThrow(/rolled back/)
  })
})

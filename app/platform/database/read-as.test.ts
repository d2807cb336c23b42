import { afterAll, beforeAll, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProfile } from '#tests/support/factories.ts'
import { type Actor, asActor, readAs } from './actor.server.ts'
import { type Databases, openDatabases } from './database.server.ts'

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

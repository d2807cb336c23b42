import { type RawBuilder, sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readAs } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { OrganisationRole } from '#app/platform/database/values.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { buyingOrganisations, membershipsOf, requestedHolder } from './organisations.server.ts'
import { as, organisationsOf, type Person } from './organisations.test-support.ts'
import { OWN, selectOwner } from './organisations.ts'

let database: TestDatabase
let reader: Person
let alone: Person
let advisor: Person
let organisations: { read: string; bought: string; foreign: string; consultant: string; first: string; last: string }
beforeAll(async () => {
  database = await cloneDatabase()
  const { person, organisation, consultant, client, join } = organisationsOf(database)
  reader = await person('Eva')
  alone = await person('Pía')
  const owner = await person('Ana')
  advisor = await person('Inés')
  const consulting = await consultant(advisor, 'Zonda Consultores')
  organisations = {
    consultant: consulting,
    last: await client(advisor, consulting, 'Trigales SpA'),
    first: await client(advisor, consulting, 'Aceros SpA'),
    read: await organisation(owner, 'Andes SpA'),
    bought: await organisation(reader, 'Zapallar SpA'),
    foreign: await organisation(owner, 'Bosque SpA'),
  }
  await join(owner, organisations.read, reader, 'results')
  // Reads results of the consultant and of its client companies, and buys for one of them.
  await join(advisor, consulting, reader, 'results')
  await join(advisor, organisations.first, reader, 'buyer')
})
afterAll(() => database.close())

/** What an expression is in the database. */
async function found(tx: Transaction<DB>, expression: RawBuilder<string>): Promise<string | undefined> {
  const { rows } = await sql<{ holder: string }>`select ${expression} as holder`.execute(tx)
  return rows[0]?.holder
}

const requests = () => [
  null,
  OWN,
  '',
  'otra',
  "'); --",
  'a\0b',
  organisations.bought.toUpperCase(),
  ...Object.values(organisations),
]

it('is found by the database as selectOwner finds it, for each address', async () => {
  for (const user of [reader, alone, advisor]) {
    for (const requested of requests()) {
      const [all, buying, seen, boughtFor] = await readAs(database.db, as(user), tx => {
        const holderOf = (needed: OrganisationRole) => found(tx, requestedHolder(user.id, requested, needed))
        return Promise.all([
          membershipsOf(tx, user.id),
          buyingOrganisations(tx, user.id),
          holderOf('results'),
          holderOf('buyer'),
        ])
      })
      expect(seen).toBe(selectOwner(all, user.id, requested).holderId)
      expect(boughtFor).toBe(selectOwner(buying, user.id, requested).holderId)
    }
  }
})

it('is the named organisation, the first one, or the user', async () => {
  const holders = await readAs(database.db, as(reader), tx => {
    const addresses = [organisations.bought, null, organisations.foreign, OWN]
    return Promise.all(addresses.map(address => found(tx, requestedHolder(reader.id, address, 'results'))))
  })
  expect(holders).toEqual([organisations.bought, organisations.read, organisations.read, reader.id])
})

it('has client companies after the other organisations, each once with the strongest role', async () => {
  const listed = await readAs(database.db, as(reader), tx => membershipsOf(tx, reader.id))
  expect(listed.map(({ id, role, is_client }) => [id, role, is_client])).toEqual([
    [organisations.read, 'results', false],
    [organisations.bought, 'buyer', false],
    [organisations.consultant, 'results', false],
    [organisations.first, 'buyer', true],
    [organisations.last, 'results', true],
  ])
  const bought = await readAs(database.db, as(reader), tx => buyingOrganisations(tx, reader.id))
  expect(bought.map(({ id }) => id)).toEqual([organisations.bought, organisations.first])
})

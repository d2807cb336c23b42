import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readAs } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { buyingOrganisations, membershipsOf, scopeHolder } from './organisations.db.server.ts'
import { as, organisationsOf, type Person } from './organisations.test-support.ts'
import { OWN, selectScope } from './organisations.ts'

let database: TestDatabase
let reader: Person
let alone: Person
let organisations: { read: string; bought: string; foreign: string }
beforeAll(async () => {
  database = await cloneDatabase()
  const { person, organisation, join } = organisationsOf(database)
  reader = await person('Eva')
  alone = await person('Pía')
  const owner = await person('Ana')
  organisations = {
    read: await organisation(owner, 'Andes SpA'),
    bought: await organisation(reader, 'Zapallar SpA'),
    foreign: await organisation(owner, 'Bosque SpA'),
  }
  await join(owner, organisations.read, reader, 'results')
})
afterAll(() => database.close())

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

it('is found by the database as selectScope finds it, for each address', async () => {
  for (const user of [reader, alone]) {
    for (const requested of requests()) {
      const [all, buying, seen, boughtFor] = await readAs(database.db, as(user), tx => {
        const holderOf = async (needed: 'results' | 'buyer') => {
          const { rows } = await sql<{
            holder: string
          }>`select ${scopeHolder(tx, user.id, requested, needed)} as holder`.execute(tx)
          return rows[0]?.holder
        }
        return Promise.all([
          membershipsOf(tx, user.id),
          buyingOrganisations(tx, user.id),
          holderOf('results'),
          holderOf('buyer'),
        ])
      })
      expect(seen).toBe(selectScope(all, user.id, requested).holderId)
      expect(boughtFor).toBe(selectScope(buying, user.id, requested).holderId)
    }
  }
})

it('is the named organisation, the first one, or the user', async () => {
  const holders = await readAs(database.db, as(reader), async tx => {
    const found = []
    for (const requested of [organisations.bought, null, organisations.foreign, OWN]) {
      const { rows } = await sql<{
        holder: string
      }>`select ${scopeHolder(tx, reader.id, requested, 'results')} as holder`.execute(tx)
      found.push(rows[0]?.holder)
    }
    return found
  })
  expect(holders).toEqual([organisations.bought, organisations.read, organisations.read, reader.id])
})

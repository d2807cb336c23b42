import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProfile } from '#tests/support/factories.ts'
import { SYSTEM } from './actor.server.ts'
import { cells, labelCell, readCells, timeCell, writtenCell } from './cells.server.ts'
import { exportPages } from './export-pages.server.ts'
import { keyset, type PageRequest } from './keyset.server.ts'
import type { DB } from './schema.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

const COLUMNS = [
  writtenCell(sql`email`),
  writtenCell(sql`company`),
  labelCell('role', { client: 'Cliente' }),
  timeCell('created_at', 'DD-MM-YYYY'),
]

const sort = { column: 'created_at', direction: 'asc' } as const

async function readProfiles(tx: Transaction<DB>, request: Omit<PageRequest, 'sort'>) {
  const page = keyset('profiles', { ...request, sort })
  const { rows } = await sql<{ id: string; cells: string }>`
    select id, ${cells(COLUMNS)} as cells from profiles
    where ${page.where} order by ${page.orderBy} limit ${page.limit}`.execute(tx)
  return page.finish(rows)
}

it('gives every row once, page by page, each with all its cells', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => createProfile(database.ownerPool)))
  await database.ownerPool.query(
    `update profiles set created_at = '2026-03-01T02:00:00Z', company = case when id = $1 then e'Sur\\x1fNorte' end,
       role = case when id = $1 then 'admin' else role end`,
    [people[0]?.id],
  )
  const pages: (readonly (readonly string[])[])[] = []
  for await (const page of exportPages(database.db, SYSTEM, 2, readProfiles, readCells)) pages.push(page)
  expect(pages.map(page => page.length)).toEqual([2, 2, 1])
  const byEmail = new Map(pages.flat().map(([email, ...others]) => [email, others]))
  expect(byEmail).toEqual(
    new Map(
      people.map(({ email }, index) => [
        email,
        // Late in the evening of the day before, in Santiago.
        index === 0 ? ['SurNorte', 'admin', '28-02-2026'] : ['', 'Cliente', '28-02-2026'],
      ]),
    ),
  )
})

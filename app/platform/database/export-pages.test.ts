import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BETWEEN_CELLS, ROW_END } from '#app/platform/sheets/delimited.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProfile } from '#tests/support/factories.ts'
import { SYSTEM } from './actor.server.ts'
import { labelCell, type PackedRows, packedRows, timeCell, writtenCell } from './cells.server.ts'
import { exportPacked, exportPages } from './export-pages.server.ts'
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
  const { rows } = await sql<PackedRows>`
    select ${packedRows(COLUMNS, { id: 'profiles.id', orderBy: page.orderBy })}
    from (select * from profiles where ${page.where} order by ${page.orderBy} limit ${page.limit}) profiles`.execute(tx)
  return rows[0]
}

async function listEmails(tx: Transaction<DB>, request: Omit<PageRequest, 'sort'>) {
  const page = keyset('profiles', { ...request, sort })
  const rows = tx.selectFrom('profiles').select(['id', 'email']).where(page.where).orderBy(page.orderBy)
  return page.finish(await rows.limit(page.limit).execute())
}

it('returns every row once, page by page, with all its cells', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => createProfile(database.ownerPool)))
  await database.ownerPool.query(
    `update profiles set created_at = '2026-03-01T02:00:00Z', company = case when id = $1 then e'Sur\\x1f\\x1eNorte' end,
       role = case when id = $1 then 'admin' else role end`,
    [people[0]?.id],
  )
  const pages: string[][][] = []
  for await (const page of exportPacked(database.db, SYSTEM, 2, readProfiles)) {
    const rows = page.split(ROW_END).slice(0, -1)
    pages.push(rows.map(row => row.split(BETWEEN_CELLS)))
  }
  const listed: (readonly string[])[] = []
  for await (const page of exportPages(database.db, SYSTEM, 2, listEmails, ({ email }) => [email])) listed.push(...page)
  expect(listed.flat()).toEqual(pages.flat().map(([email]) => email))
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

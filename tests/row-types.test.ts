import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { drawRowTypes, ROW_TYPES } from './row-types.ts'
import { cloneDatabase, type TestDatabase } from './support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

it('the row types are those of the database', async () => {
  expect(readFileSync(ROW_TYPES, 'utf8'), 'run `npm run row-types`').toBe(await drawRowTypes(database.ownerPool))
})

it('a column that the application may not write has a type that says so, and a check its values', async () => {
  await database.ownerPool.query('revoke update (status) on orders from alhena_app')
  await database.ownerPool.query(
    "alter table orders add column kind text not null default 'a' check (kind in ('a', 'b'))",
  )
  const drawn = await drawRowTypes(database.ownerPool)
  expect(drawn).toContain("    status: InsertOptional<'pending' | 'paid' | 'failed' | 'refunded' | 'charged_back'>")
  expect(drawn).toContain("    kind: ReadOnly<'a' | 'b'>")
})

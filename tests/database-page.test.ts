import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { drawDatabase, PAGE } from './database-page.ts'
import { cloneDatabase, type TestDatabase } from './support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

const names = async (query: string) =>
  (await database.ownerPool.query<{ name: string }>(query)).rows.map(row => row.name)

it('is drawn as the schema is', () => {
  expect(readFileSync(PAGE, 'utf8'), 'run `npm run database-page`').toBe(drawDatabase())
})

it('shows every function and every trigger of the catalog', async () => {
  const page = readFileSync(PAGE, 'utf8')
  const functions = await names(
    `select proc.proname as name from pg_proc proc join pg_namespace space on space.oid = proc.pronamespace
     where space.nspname in ('private', 'public')
       and not exists (select from pg_depend where objid = proc.oid and deptype = 'e')`,
  )
  expect(functions.length).toBeGreaterThan(200)
  expect(functions.filter(name => !page.includes(`\`${name}\``))).toEqual([])
  const triggers = await names('select tgname as name from pg_trigger where not tgisinternal')
  expect(triggers.length).toBeGreaterThan(100)
  expect(triggers.filter(name => !page.includes(`(\`${name}\`)`))).toEqual([])
  expect(page.match(/\(`\w+`\)/g)).toHaveLength(triggers.length)
})

it('says what each function of a trigger is for', () => {
  const rows = readFileSync(PAGE, 'utf8').match(/^\| `.*$/gm) ?? []
  expect(rows.length).toBeGreaterThan(50)
  expect(rows.filter(row => / \|\s*\|$/.test(row))).toEqual([])
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asActor } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProfile } from '#tests/support/factories.ts'
import { appLoginAddress, ensureAppLogin } from './app-login.server.ts'
import { type Databases, openDatabases } from './database.server.ts'

// What an injected statement could do with the application's connection on the embedded server.

let database: TestDatabase
let shop: Databases
beforeAll(async () => {
  database = await cloneDatabase(2)
  await Promise.all([1, 2, 3].map(() => ensureAppLogin(database.ownerPool, database.address)))
  shop = openDatabases(database.address, 4, appLoginAddress(database.address))
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

const run = (...statements: string[]) =>
  shop.db.connection().execute(async connection => {
    for (const statement of statements) await sql.raw(statement).execute(connection)
  })

it("works as the application's role, with row-level security", async () => {
  const { id } = await createProfile(database.ownerPool)
  await createProfile(database.ownerPool)
  const seen = await asActor(shop.db, { kind: 'user', userId: id }, tx =>
    tx.selectFrom('profiles').select('id').execute(),
  )
  expect(seen).toEqual([{ id }])
  const { rows } = await sql`select current_user::text as role, session_user::text as login`.execute(shop.db)
  expect(rows).toEqual([{ role: 'alhena_app', login: 'alhena_web' }])
})

it.each([
  ['the owner’s role', ['set role none', 'select * from profiles']],
  [
    'the owner by name',
    [
      "do $$ begin execute format('set role %I', (select rolname from pg_roles where rolsuper order by oid limit 1)); end $$",
    ],
  ],
  [
    'another session’s login',
    [
      "do $$ begin execute format('set session authorization %I', (select rolname from pg_roles where rolsuper order by oid limit 1)); end $$",
    ],
  ],
  ['a role of its own', ['set role none', 'create role intruder superuser']],
  ['more powers', ['set role none', 'alter role alhena_web superuser']],
  ['a table of its own', ['set role none', 'create table public.mine (id integer)']],
  ['a program of the machine', ['set role none', "copy (select 1) to program 'true'"]],
  ['a file of the machine', ['set role none', "select pg_read_file('pg_hba.conf')"]],
  ['the books of secrets', ['set role none', 'select * from private.secrets']],
])("can't %s", async (_, statements) => {
  await expect(run(...statements)).rejects.toThrow(
    /permission denied|must be superuser|requires? .*superuser|only roles with/i,
  )
})

it('keeps the password of a server reached over TCP', () => {
  expect(appLoginAddress('postgresql://alhena:s3cret@127.0.0.1:5555/alhena?sslmode=disable')).toBe(
    'postgresql://alhena_web:s3cret@127.0.0.1:5555/alhena?sslmode=disable',
  )
  expect(appLoginAddress('postgresql://alhena@/alhena?host=%2Ftmp&port=5432')).toBe(
    'postgresql://alhena_web@/alhena?host=%2Ftmp&port=5432',
  )
})

import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asActor, asActorThenSystem, continueAsSystem, SYSTEM } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProfile } from '#tests/support/factories.ts'
import { appLoginAddresses, ensureAppLogins, ensurePooledLogins, requireRoles } from './app-login.server.ts'
import { type Databases, openDatabases } from './database.server.ts'

// What an injected statement could do with the application's connection on the embedded server.

let database: TestDatabase
let shop: Databases
/** The owner's name, with which those of the logins begin. */
let owner: string
beforeAll(async () => {
  database = await cloneDatabase(2)
  owner = decodeURIComponent(/\/\/([^:@/]+)/.exec(database.address)?.[1] ?? '')
  await Promise.all([1, 2, 3].map(() => ensureAppLogins(database.ownerPool, database.address)))
  shop = openDatabases(database.address, 4, { logins: appLoginAddresses(database.address) })
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

const run = (...statements: string[]) =>
  shop.db.connection().execute(async connection => {
    try {
      for (const statement of statements) await sql.raw(statement).execute(connection)
    } finally {
      // The connection goes back to the pool for the next test.
      await sql`reset role`.execute(connection)
    }
  })

it("works as the application's role, with row-level security", async () => {
  const { id } = await createProfile(database.ownerPool)
  await createProfile(database.ownerPool)
  const seen = await asActor(shop.db, { kind: 'user', userId: id }, tx =>
    tx.selectFrom('profiles').select('id').execute(),
  )
  expect(seen).toEqual([{ id }])
  const { rows } = await sql`select current_user::text as role, session_user::text as login`.execute(shop.db)
  expect(rows).toEqual([{ role: 'alhena_app', login: `${owner}_web` }])
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
  ['more powers', ['set role none', "do $$ begin execute format('alter role %I superuser', session_user); end $$"]],
  ['a table of its own', ['set role none', 'create table public.mine (id integer)']],
  ['a program of the machine', ['set role none', "copy (select 1) to program 'true'"]],
  ['a file of the machine', ['set role none', "select pg_read_file('pg_hba.conf')"]],
  ['the shop’s role', ['set role alhena_system']],
  ['the shop’s role by a setting', ["select set_config('role', 'alhena_system', false)"]],
  ['the books of secrets', ['set role none', 'select * from private.secrets']],
])("can't %s", async (_, statements) => {
  await expect(run(...statements)).rejects.toThrow(
    /permission denied|must be superuser|requires? .*superuser|only roles with/i,
  )
})

const kindAfter = async (...statements: string[]): Promise<{ kind: string; people: number } | undefined> => {
  const { id } = await createProfile(database.ownerPool)
  return asActor(shop.db, { kind: 'user', userId: id }, async tx => {
    for (const statement of statements) await sql.raw(statement).execute(tx)
    const { rows } = await sql<{ kind: string; people: number }>`
      select private.actor_kind() as kind, (select count(*) from profiles) as people`.execute(tx)
    return rows[0]
  })
}

it.each([[["select set_config('alhena.kind', 'system', true)"]], [["set alhena.kind = 'system'"]]])(
  "can't become the shop by %j",
  async statements => {
    const actor = await kindAfter(...statements)
    // At most what it was before: the own profile.
    expect(actor?.kind).toBe('visitor')
    expect(actor?.people).toBeLessThanOrEqual(1)
  },
)

it('sees nothing at all without its role', async () => {
  await expect(kindAfter('set local role none', "set local alhena.kind = 'system'")).rejects.toThrow(
    /permission denied/,
  )
})

it("works as the shop in the shop's own transactions, and in those that a person begins for it", async () => {
  const { id } = await createProfile(database.ownerPool)
  const who = sql<{ kind: string; login: string }>`select private.actor_kind() as kind, session_user::text as login`
  const own = await asActor(shop.db, SYSTEM, tx => who.execute(tx))
  expect(own.rows).toEqual([{ kind: 'system', login: `${owner}_shop` }])
  await asActorThenSystem(shop.db, { kind: 'user', userId: id }, async tx => {
    expect((await who.execute(tx)).rows).toEqual([{ kind: 'user', login: `${owner}_shop` }])
    await continueAsSystem(tx)
    expect((await who.execute(tx)).rows).toEqual([{ kind: 'system', login: `${owner}_shop` }])
  })
})

it('keeps the password of a server reached over TCP', () => {
  expect(appLoginAddresses('postgresql://alhena:s3cret@127.0.0.1:5555/alhena?sslmode=disable')).toEqual({
    people: 'postgresql://alhena_web:s3cret@127.0.0.1:5555/alhena?sslmode=disable',
    shop: 'postgresql://alhena_shop:s3cret@127.0.0.1:5555/alhena?sslmode=disable',
  })
  expect(appLoginAddresses('postgresql://alhena@/alhena?host=%2Ftmp&port=5432').people).toBe(
    'postgresql://alhena_web@/alhena?host=%2Ftmp&port=5432',
  )
})

describe('a login that comes through a pooler', () => {
  it('begins with its role and its limits, whoever opens the session, and no other role', async () => {
    await Promise.all([1, 2].map(() => ensurePooledLogins(database.ownerPool, database.address)))
    const { people, shop: own } = appLoginAddresses(database.address)
    for (const [connectionString, role, other] of [
      [people, 'alhena_app', 'alhena_system'],
      [own, 'alhena_system', owner],
    ] as const) {
      const client = new Client({ connectionString })
      await client.connect()
      const { rows } = await client.query(
        `select current_user::text as role, current_setting('statement_timeout') as statements, current_setting('lock_timeout') as locks`,
      )
      expect(rows).toEqual([{ role, statements: '15s', locks: '3s' }])
      // What a pooler runs between two clients brings the role back.
      await client.query('set role none')
      await client.query('discard all')
      expect((await client.query('select current_user::text as role')).rows).toEqual([{ role }])
      await expect(client.query(`set role ${client.escapeIdentifier(other)}`)).rejects.toThrow('permission denied')
      await client.end()
    }
  })

  it('stops the start where a pool works under another role', async () => {
    await expect(requireRoles({ people: shop.pools.people, shop: shop.pools.shop })).resolves.toBeUndefined()
    await expect(requireRoles({ people: database.ownerPool, shop: shop.pools.shop })).rejects.toThrow(
      /sessions work as \w+, not as alhena_app/,
    )
  })
})

import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { buyerActor } from '#app/features/identity/session.server.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { StaffScope } from '#app/platform/database/values.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProfile, findProduct } from '#tests/support/factories.ts'
import { STAFF_SCOPES } from './permissions.ts'

let database: TestDatabase
const actors = {} as Record<StaffScope, Extract<Actor, { kind: 'admin' }>>

beforeAll(async () => {
  database = await cloneDatabase()
  for (const scope of STAFF_SCOPES) {
    const { id } = await createProfile(database.ownerPool, { role: 'admin' })
    await database.ownerPool.query('update profiles set staff_scope = $2 where id = $1', [id, scope])
    actors[scope] = { kind: 'admin', userId: id }
  }
  return () => database.close()
})

it('declares for every table who of the staff reads and writes it, and its policies', async () => {
  const { rows } = await database.ownerPool.query<{ name: string; policies: number; readers: string[] | null }>(
    `select tables.tablename as name, known.readers,
       (select count(*)::integer from pg_policies where schemaname = 'public' and pg_policies.tablename = tables.tablename
          and permissive = 'RESTRICTIVE' and policyname in ('scope_reads', 'scope_adds', 'scope_changes', 'scope_removes')) as policies
     from pg_tables tables left join private.staff_tables known on known.name = tables.tablename
     where schemaname = 'public' and rowsecurity`,
  )
  expect(rows.length).toBeGreaterThan(50)
  // Without a line of its own in 30-staff-security.sql a table has no readers.
  expect(rows.filter(({ readers }) => !readers?.length)).toEqual([])
  // What everybody reads is read without a policy for it.
  expect(rows.filter(({ policies, readers }) => policies !== (readers?.includes('own') ? 3 : 4))).toEqual([])
})

const TABLES = [
  'profiles',
  'orders',
  'ledger_entries',
  'client_notes',
  'questionnaire_drafts',
  'api_keys',
  'analytics_events',
] as const

const readable = (actor: Actor) =>
  asActor(database.db, actor, async tx => {
    const { rows } = await sql<{ name: string }>`
      select name from private.staff_tables where private.staff_may(readers, 'read') and name = any (${[...TABLES]}) order by 1`.execute(
      tx,
    )
    return rows.map(({ name }) => name)
  })

it('lets each scope read what its permissions allow', async () => {
  await database.ownerPool.query('grant select on private.staff_tables to alhena_app')
  expect(await readable(actors.admin)).toEqual([...TABLES].toSorted())
  expect(await readable(actors.finance)).toEqual(['analytics_events', 'ledger_entries', 'orders', 'profiles'])
  expect(await readable(actors.content)).toEqual(['profiles', 'questionnaire_drafts'])
})

it('hides people from the staff who do not work with them, but not the staff', async () => {
  const ana = await createProfile(database.ownerPool, { first_name: 'Ana' })
  const seen = (scope: StaffScope) =>
    asActor(database.db, actors[scope], async tx => {
      const rows = await tx.selectFrom('profiles').select('id').execute()
      return { ana: rows.some(({ id }) => id === ana.id), staff: rows.length - 1 >= STAFF_SCOPES.length - 1 }
    })
  expect(await seen('content')).toEqual({ ana: false, staff: true })
  expect(await seen('support')).toEqual({ ana: true, staff: true })
})

it('refuses a change that the scope may only read', async () => {
  const insert = (scope: StaffScope) =>
    asActor(database.db, actors[scope], tx =>
      sql`insert into client_notes (user_id, body) values (${actors.admin.userId}, 'x')`.execute(tx),
    )
  await expect(insert('support')).rejects.toThrow(/row-level security/)
  await expect(insert('content')).rejects.toThrow(/row-level security/)
  await insert('sales')
})

it('lets the staff buy like everybody, whatever their scope', async () => {
  const product = await findProduct(database.ownerPool)
  for (const scope of STAFF_SCOPES) {
    const { userId } = actors[scope]
    await createPaidItem(database.ownerPool, { userId, productId: product.id, seats: 2 })
    const seen = await asActor(database.db, buyerActor({ id: userId }), async tx => ({
      orders: (await tx.selectFrom('orders').select('user_id').execute()).map(order => order.user_id),
      seats: (await tx.selectFrom('user_accesses').select('id').execute()).length,
    }))
    expect(seen, scope).toEqual({ orders: [userId], seats: 1 })
  }
})

it('refuses the functions that work with the rights of the owner', async () => {
  const extend = (scope: StaffScope) =>
    asActor(database.db, actors[scope], tx =>
      sql`select * from private.extend_access(gen_random_uuid(), '2030-01-01')`.execute(tx),
    )
  await expect(extend('sales')).rejects.toThrow(/does not include accesses/)
  expect((await extend('support')).rows).toMatchObject([{ answer: 'not_found' }])
})

it('takes a lost scope at once, and believes no actor who is not of the staff', async () => {
  const gone = await createProfile(database.ownerPool, { role: 'admin' })
  const actor = { kind: 'admin', userId: gone.id } as const
  const orders = () =>
    asActor(
      database.db,
      actor,
      async tx =>
        (await sql<{ may: boolean }>`select private.staff_may(array['orders'], 'read') as may`.execute(tx)).rows[0]
          ?.may,
    )
  expect(await orders()).toBe(true)
  await database.ownerPool.query("update profiles set role = 'client' where id = $1", [gone.id])
  expect(await orders()).toBe(false)
})

it('keeps somebody who administers the whole shop', async () => {
  const fresh = await cloneDatabase()
  try {
    const { id } = await createProfile(fresh.ownerPool, { role: 'admin' })
    const narrow = (scope: string) =>
      fresh.ownerPool.query('update profiles set staff_scope = $2 where id = $1', [id, scope])
    await expect(narrow('sales')).rejects.toThrow(/last administrator/)
    await createProfile(fresh.ownerPool, { role: 'admin' })
    await narrow('sales')
  } finally {
    await fresh.close()
  }
})

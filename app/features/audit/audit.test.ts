import { afterAll, beforeAll, expect, it } from 'vitest'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProfile } from '#tests/support/factories.ts'
import { writeAudit } from './audit.server.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

it('records the action with before and after, as any actor', async () => {
  const ana = await createProfile(database.ownerPool)
  const entry = { action: 'access_revoked', entity: 'user_accesses', entity_id: 'a-1' }
  await asActor(database.db, { kind: 'user', userId: ana.id }, tx =>
    writeAudit(tx, { ...entry, before: { status: 'active' }, after: { status: 'revoked' } }),
  )
  await asActor(database.db, SYSTEM, tx => writeAudit(tx, entry))
  const { rows } = await database.ownerPool.query('select * from audit_log order by id')
  expect(rows).toMatchObject([
    { ...entry, actor_kind: 'user', actor_user_id: ana.id, before: { status: 'active' }, after: { status: 'revoked' } },
    { ...entry, actor_kind: 'system', actor_user_id: null, before: null, after: null },
  ])
})

it('is rolled back with the change', async () => {
  const before = await database.ownerPool.query('select count(*) from audit_log')
  const failing = asActor(database.db, SYSTEM, async tx => {
    await writeAudit(tx, { action: 'x', entity: 'y', entity_id: 'z' })
    throw new Error('The change failed')
  })
  await expect(failing).rejects.toThrow('The change failed')
  expect((await database.ownerPool.query('select count(*) from audit_log')).rows).toEqual(before.rows)
})

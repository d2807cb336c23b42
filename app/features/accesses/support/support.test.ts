import { afterAll, beforeAll, expect, it } from 'vitest'
import { findAccessEvents } from '#app/features/accesses/access-events.server.ts'
import { unblockAccess } from '#app/features/accesses/admin/manage-access.server.ts'
import { findAccessesByEmail } from '#app/features/accesses/admin-access.server.ts'
import { openAccess } from '#app/features/questionnaires/runs/respondent-session.server.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProfile } from '#tests/support/factories.ts'
import { createInvited } from '#tests/support/respondents.ts'
import { findAccount, findPeople } from './people.server.ts'

const NOW = new Date()
const ADDRESS = '2001:db8:77::1'

let database: TestDatabase
let admin: { kind: 'admin'; userId: string }
beforeAll(async () => {
  database = await cloneDatabase()
  admin = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
})
afterAll(() => database.close())

const attempt = async (email: string, access_code: string) => {
  const opened = await openAccess(database, { email, access_code, address: ADDRESS, browser: 'navegador' }, NOW)
  return opened.ok ? 'open' : opened.error.code
}
const refusals = async (accessId: string) =>
  (await asActor(database.db, admin, async tx => (await findAccessEvents(tx, [accessId]))(accessId))).refusals.map(
    ({ reason, typed_email }) => [reason, typed_email],
  )
const people = async (search: string) =>
  (await asActor(database.db, admin, tx => findPeople(tx, search, NOW))).map(({ email }) => email)

it('refused attempts leave a trace on their access, without the typed code and with the e-mail masked', async () => {
  const { invitation } = await createInvited(database.ownerPool)
  await attempt('otra.persona@correo.example', invitation.code)
  await attempt(invitation.email, 'AC-22222222')
  await attempt('nadie@correo.example', 'AC-33333333')
  expect((await refusals(invitation.id)).toSorted()).toEqual([
    ['wrong_code', null],
    ['wrong_email', 'o•••@correo.example'],
  ])
  await database.ownerPool.query("update user_accesses set expires_at = now() - interval '1 day' where id = $1", [
    invitation.id,
  ])
  await attempt(invitation.email, invitation.code)
  expect((await refusals(invitation.id)).map(([reason]) => reason)).toContain('expired')
  const { rows } = await database.ownerPool.query(
    'select count(*)::int from access_refusals where typed_email like $1',
    ['%AC-%'],
  )
  expect(rows).toEqual([{ count: 0 }])
})

it('a person who was wrong too often enters at once when support unblocks them, which is logged', async () => {
  const { invitation } = await createInvited(database.ownerPool)
  for (let count = 0; count < 11; count += 1) await attempt(invitation.email, 'AC-22222222')
  expect(await attempt(invitation.email, invitation.code)).toBe('invalid')
  expect((await refusals(invitation.id)).at(0)).toEqual(['too_many', null])
  const unblock = (accessId: string) => unblockAccess(database.db, { actor: admin, accessId, now: NOW })
  await expect(unblock(crypto.randomUUID())).rejects.toThrow('Ese acceso ya no existe.')
  await unblock(invitation.id)
  expect(await attempt(invitation.email, invitation.code)).toBe('open')
  const { rows } = await database.ownerPool.query('select action from audit_log where entity_id = $1', [invitation.id])
  expect(rows).toContainEqual({ action: 'access_unblocked' })
})

it('attempts that go on leave one more trace in each window and at most twenty an hour', async () => {
  const { invitation } = await createInvited(database.ownerPool)
  const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
  const tryAt = (count: number, minutes: number) =>
    openAccess(
      database,
      {
        email: `p${count}@correo.example`,
        access_code: invitation.code,
        address: '2001:db8:78::1',
        browser: 'navegador',
      },
      later(minutes),
    )
  for (let count = 0; count < 14; count += 1) await tryAt(count, 0)
  const reasons = async () => Map.groupBy(await refusals(invitation.id), ([reason]) => reason)
  expect((await reasons()).get('wrong_email')).toHaveLength(10)
  expect((await reasons()).get('too_many')).toHaveLength(1)
  for (let count = 0; count < 14; count += 1) await tryAt(count, 16)
  for (let count = 0; count < 14; count += 1) await tryAt(count, 32)
  expect((await reasons()).get('too_many')).toHaveLength(3)
  // One of the twenty is the first window's 'too many'; the other windows' come on top.
  expect((await reasons()).get('wrong_email')).toHaveLength(19)
  for (let count = 0; count < 3; count += 1) await tryAt(count, 95)
  expect((await reasons()).get('wrong_email')).toHaveLength(22)
})

it('people are found by e-mail, name, access code and order number, and shown with account and accesses', async () => {
  const { invitation, buyer } = await createInvited(database.ownerPool)
  await database.ownerPool.query("update user_accesses set invitee_name = 'Remedios Vial' where id = $1", [
    invitation.id,
  ])
  const { rows } = await database.ownerPool.query<{ order_number: string }>(
    `select order_number from orders join order_items item on item.order_id = orders.id
       join user_accesses access on access.order_item_id = item.id where access.id = $1`,
    [invitation.id],
  )
  expect(await people(invitation.email)).toEqual([invitation.email])
  expect(await people('remedios vi')).toEqual([invitation.email])
  expect(await people(invitation.code)).toEqual([invitation.email])
  expect((await people(rows[0]?.order_number ?? '')).toSorted()).toEqual([invitation.email, buyer.email].toSorted())
  expect(await people('')).toEqual([])
  const user = { kind: 'user', userId: buyer.id } as const
  expect(await asActor(database.db, user, tx => findPeople(tx, invitation.email, NOW))).toEqual([])

  const found = await asActor(database.db, admin, async tx => ({
    account: await findAccount(tx, buyer.email),
    accesses: await findAccessesByEmail(tx, invitation.email),
  }))
  expect(found.account?.orders).toHaveLength(1)
  expect(found.accesses.map(({ id }) => id)).toEqual([invitation.id])
})

import { beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '#app/kernel/refusal.ts'
import type { Actor } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProfile } from '#tests/support/factories.ts'
import { askAs, wordAs } from '#tests/support/row-security.ts'
import { teamForm } from './staff-invitations.server.ts'
import { CLIENT, staffInvitationsOf } from './staff-invitations.test-support.ts'

type Staff = Awaited<ReturnType<typeof staffInvitationsOf>>

let database: TestDatabase
let admin: Staff['admin']
let invite: Staff['invite']
let setRole: Staff['setRole']
let openTo: Staff['openTo']
let roleOf: Staff['roleOf']
beforeAll(async () => {
  database = await cloneDatabase()
  ;({ admin, invite, setRole, openTo, roleOf } = await staffInvitationsOf(database))
  return () => database.close()
})

describe('nobody joins the staff another way', () => {
  it('by a change of the role, which leads to the invitation', async () => {
    const person = await createProfile(database.ownerPool)
    for (const role of ['admin', 'sales'] as const) await expect(setRole(person.id, role)).rejects.toThrow(Refusal)
    await expect(setRole(person.id, 'admin')).rejects.toThrow('invítalo')
    expect(await roleOf(person.id)).toEqual(CLIENT)
    await setRole(person.id, 'assessment_manager')
    expect(await roleOf(person.id)).toEqual({ role: 'assessment_manager', staff_scope: null })
  })

  it('with a role that the form makes up', () => {
    const form = { intent: 'invite', email: 'ana@example.cl', password: '' }
    for (const scope of ['root', 'client', '', 'ADMIN', undefined])
      expect(teamForm.safeParse({ ...form, scope }).success).toBe(false)
    expect(teamForm.parse({ ...form, email: ' Ana@Example.CL ', scope: 'sales' })).toMatchObject({
      email: 'ana@example.cl',
    })
  })

  it('or through the database, which refuses whoever does not give roles', async () => {
    const client = await createProfile(database.ownerPool)
    const support = await createProfile(database.ownerPool, { role: 'admin' })
    await database.ownerPool.query("update profiles set staff_scope = 'support' where id = $1", [support.id])
    await invite('base@example.cl')
    const [{ id = '' } = {}] = await openTo('base@example.cl')
    const hash = 'f'.repeat(64)
    const actors: Actor[] = [
      { kind: 'visitor' },
      { kind: 'user', userId: client.id },
      { kind: 'admin', userId: client.id },
      { kind: 'admin', userId: support.id },
    ]
    for (const actor of actors) {
      expect(await wordAs(database, actor, 'select id from staff_invitations')).toBe('done: 0')
      expect(await wordAs(database, actor, 'update staff_invitations set revoked_at = now()')).toBe('done: 0')
      const grab = `select answer from private.invite_staff('base@example.cl', 'admin', '${hash}', gen_random_uuid(), now(), now())`
      expect(await askAs(database, actor, grab)).toMatchObject({ rows: [{ answer: 'not_admin' }] })
      const resend = `select answer from private.resend_staff_invitation('${id}', '${hash}', now(), now())`
      expect(await askAs(database, actor, resend)).toMatchObject({ rows: [{ answer: 'not_admin' }] })
    }
    for (const statement of [
      'select token_hash from staff_invitations',
      "update staff_invitations set scope = 'admin'",
      "update staff_invitations set email = 'otra@example.cl'",
      `insert into staff_invitations (email, scope, token_hash, invited_by, created_at, expires_at) values ('a@example.cl', 'admin', '${hash}', '${admin.userId}', now(), now())`,
      'delete from staff_invitations',
    ])
      expect(await wordAs(database, admin, statement)).toContain('permission denied')
    expect(
      await wordAs(database, { kind: 'visitor' }, `select * from private.accept_staff_invitation('${hash}', now())`),
    ).toBe('done: 1')
  })
})

import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { asActor } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProfile } from '#tests/support/factories.ts'
import {
  findStaffInvitation,
  inviteStaff,
  openStaffInvitations,
  resendStaffInvitation,
  revokeStaffInvitation,
} from './staff-invitations.server.ts'
import { CLIENT, NOW, staffInvitationsOf } from './staff-invitations.test-support.ts'

/** The end of the seventh day in Santiago, and what lies around it. */
const END = new Date('2026-11-29T02:59:59.999Z')
const LAST = new Date('2026-11-29T02:59:59Z')
const AFTER = new Date('2026-11-29T03:00:00Z')

type Staff = Awaited<ReturnType<typeof staffInvitationsOf>>

let database: TestDatabase
let admin: Staff['admin']
let newAdmin: Staff['newAdmin']
let sessionOf: Staff['sessionOf']
let invite: Staff['invite']
let setRole: Staff['setRole']
let tokenFor: Staff['tokenFor']
let tokenOf: Staff['tokenOf']
let openTo: Staff['openTo']
let stateFor: Staff['stateFor']
let accept: Staff['accept']
let roleOf: Staff['roleOf']
beforeAll(async () => {
  database = await cloneDatabase()
  ;({ admin, newAdmin, sessionOf, invite, setRole, tokenFor, tokenOf, openTo, stateFor, accept, roleOf } =
    await staffInvitationsOf(database))
  return () => database.close()
})

const auditOf = async (entity: string, id: string) =>
  (
    await database.ownerPool.query(
      'select action, actor_kind, actor_user_id, before, after from audit_log where entity = $1 and entity_id = $2 order by id',
      [entity, id],
    )
  ).rows

describe('an invitation to the staff', () => {
  it('gives its owner of the mailbox the scope that was chosen, once, and is recorded and mailed', async () => {
    const person = await createProfile(database.ownerPool)
    await invite(person.email, 'support')
    const [invitation] = await openTo(person.email)
    expect(invitation).toMatchObject({ scope: 'support', inviter: 'Paz Soto', has_expired: false, expires_at: END })
    const token = await tokenFor(person.email)
    expect(await findStaffInvitation(database.db, { token, userId: undefined, now: NOW })).toEqual({
      scope: 'support',
      inviter: 'Paz Soto',
      state: 'open',
    })
    expect(await accept(token, person.id, LAST)).toBe('support')
    expect(await roleOf(person.id)).toEqual({ role: 'admin', staff_scope: 'support' })
    expect(await openTo(person.email)).toEqual([])
    expect(await accept(token, person.id)).toBeUndefined()
    expect(await stateFor(token, person.id)).toBe('member')
    expect(await stateFor(token)).toBe('used')
    expect(await auditOf('staff_invitations', invitation?.id ?? '')).toMatchObject([
      { action: 'staff_invited', actor_user_id: admin.userId, after: { role: 'support' } },
      { action: 'staff_invitation_accepted', actor_kind: 'user', actor_user_id: person.id },
    ])
    expect(await auditOf('profiles', person.id)).toMatchObject([
      { action: 'role_changed', before: { role: 'client' }, after: { role: 'support' } },
    ])
    const { rows } = await database.ownerPool.query(
      "select template, params from mails where recipient = $1 and template in ('staff_invitation', 'role_changed') order by template",
      [person.email],
    )
    expect(rows).toMatchObject([
      { template: 'role_changed', params: { administra: true } },
      { template: 'staff_invitation', params: { persona: 'Paz Soto', rol_equipo: 'Soporte', dias_vigencia: '7' } },
    ])
  })

  it('is accepted once of eight times at once', async () => {
    const person = await createProfile(database.ownerPool)
    await invite(person.email, 'finance')
    const token = await tokenFor(person.email)
    const answers = await Promise.all(Array.from({ length: 8 }, () => accept(token, person.id)))
    expect(answers.filter(answer => answer !== undefined)).toEqual(['finance'])
    expect(await auditOf('profiles', person.id)).toHaveLength(1)
  })

  it('can be accepted to the end of its seventh day', async () => {
    const person = await createProfile(database.ownerPool)
    await invite(person.email)
    const token = await tokenFor(person.email)
    expect(await stateFor(token, person.id, LAST)).toBe('open')
    expect(await stateFor(token, person.id, AFTER)).toBe('expired')
    expect(await accept(token, person.id, AFTER)).toBeUndefined()
    expect(await roleOf(person.id)).toEqual(CLIENT)
    const [late] = await asActor(database.db, admin, tx => openStaffInvitations(tx, AFTER))
    expect(late).toMatchObject({ email: person.email, has_expired: true })
  })

  it('is of no use to another account, without a confirmed address, or with a forged token', async () => {
    const person = await createProfile(database.ownerPool)
    const other = await createProfile(database.ownerPool)
    await invite(person.email)
    const token = await tokenFor(person.email)
    expect(await stateFor(token, other.id)).toBe('other_address')
    expect(await accept(token, other.id)).toBeUndefined()
    for (const forged of ['', 'x', `${token}a`, token.toLowerCase(), 'a'.repeat(43)]) {
      expect(await stateFor(forged, person.id)).toBeUndefined()
      expect(await accept(forged, person.id)).toBeUndefined()
    }
    await database.ownerPool.query('update profiles set email_verified = false where id = $1', [person.id])
    expect(await accept(token, person.id)).toBeUndefined()
    expect(await roleOf(person.id)).toEqual(CLIENT)
    expect(await roleOf(other.id)).toEqual(CLIENT)
  })

  it('ends when it is withdrawn, and only an open one can be', async () => {
    const person = await createProfile(database.ownerPool)
    await invite(person.email)
    const token = await tokenFor(person.email)
    const [{ id = '' } = {}] = await openTo(person.email)
    expect(await revokeStaffInvitation(database.db, { actor: admin, invitationId: id, now: NOW })).toBe(person.email)
    expect(await stateFor(token, person.id)).toBe('revoked')
    expect(await accept(token, person.id)).toBeUndefined()
    for (const again of [revokeStaffInvitation, resendStaffInvitation])
      await expect(again(database.db, { actor: admin, invitationId: id, now: NOW })).rejects.toThrow(
        'no está pendiente',
      )
    expect((await auditOf('staff_invitations', id)).map(({ action }) => action)).toEqual([
      'staff_invited',
      'staff_invitation_revoked',
    ])
  })

  it('is sent again with another link to the same address and role, by whoever decided on it', async () => {
    const person = await createProfile(database.ownerPool)
    await invite(person.email, 'content')
    const former = await tokenFor(person.email)
    const [{ id = '' } = {}] = await openTo(person.email)
    const actor = await newAdmin('Otra')
    const token = await tokenOf(person.email, () =>
      resendStaffInvitation(database.db, { actor, invitationId: id, now: NOW }),
    )
    expect(await openTo(person.email)).toMatchObject([{ scope: 'content', inviter: 'Paz Soto' }])
    expect(await stateFor(former, person.id)).toBe('revoked')
    expect(await accept(former, person.id)).toBeUndefined()
    expect(await accept(token, person.id)).toBe('content')
  })

  it('replaces an open one to the same address, also of two at once', async () => {
    const email = 'dos.veces@example.cl'
    await Promise.all([invite(email, 'sales'), invite(email, 'finance')])
    expect(await openTo(email)).toHaveLength(1)
    const token = await tokenOf(email, () => invite(email, 'support'))
    expect(await openTo(email)).toMatchObject([{ scope: 'support' }])
    expect(await stateFor(token)).toBe('open')
  })
})

describe('who invites', () => {
  it('confirms to sit before the session, and says nothing of accounts but of the staff', async () => {
    const person = await createProfile(database.ownerPool)
    const input = { actor: admin, email: person.email, scope: 'sales', now: NOW } as const
    const late = await sessionOf(admin.userId, 10)
    await expect(inviteStaff(database.db, { ...input, session: late })).rejects.toMatchObject({ field: 'password' })
    expect(await openTo(person.email)).toEqual([])
    await invite(person.email)
    await invite('sin.cuenta@example.cl')
    const { rows } = await database.ownerPool.query('select email from profiles where id = $1', [admin.userId])
    await expect(invite(rows[0].email)).rejects.toMatchObject({ field: 'email' })
  })

  it('loses the invitations with the role, and so does nobody else', async () => {
    const person = await createProfile(database.ownerPool)
    const [left, stays] = [await newAdmin(), await newAdmin()]
    await invite(person.email, 'admin', left)
    await invite('de.otra@example.cl', 'admin', stays)
    const token = await tokenFor(person.email)
    await setRole(left.userId, 'sales')
    expect(await stateFor(token, person.id)).toBe('revoked')
    expect(await accept(token, person.id)).toBeUndefined()
    // Not even with the role back.
    await setRole(left.userId, 'admin')
    expect(await accept(token, person.id)).toBeUndefined()
    expect(await roleOf(person.id)).toEqual(CLIENT)
    expect(await openTo('de.otra@example.cl')).toHaveLength(1)
  })

  it('gives nothing where the role goes while the invitation is accepted', async () => {
    for (let tried = 0; tried < 4; tried += 1) {
      const person = await createProfile(database.ownerPool)
      const left = await newAdmin()
      await invite(person.email, 'sales', left)
      const token = await tokenFor(person.email)
      const [accepted] = await Promise.all([accept(token, person.id), setRole(left.userId, 'client')])
      expect((await roleOf(person.id))?.staff_scope ?? undefined).toBe(accepted)
      const { rows } = await database.ownerPool.query(
        'select accepted_at is not null as accepted, revoked_at is not null as revoked from staff_invitations where email = $1',
        [person.email],
      )
      expect(rows).toEqual([{ accepted: accepted !== undefined, revoked: accepted === undefined }])
    }
  })

  it('sends fifty at most that wait', async () => {
    const fresh = await cloneDatabase()
    const { id } = await createProfile(fresh.ownerPool, { role: 'admin' })
    await fresh.ownerPool.query(
      `insert into staff_invitations (email, scope, token_hash, invited_by, created_at, expires_at)
       select n || '@example.cl', 'sales', encode(sha256(n::text::bytea), 'hex'), $1, $2::timestamptz - interval '2 days', $2::timestamptz + interval '1 day'
       from generate_series(1, 50) n`,
      [id, NOW],
    )
    const session = randomUUID()
    await fresh.ownerPool.query(
      "insert into auth.sessions (id, user_id, token, expires_at, stepped_up_at) values ($1::uuid, $2, $1::uuid::text, '2100-01-01', $3)",
      [session, id, NOW],
    )
    const actor = { kind: 'admin', userId: id } as const
    const one = { actor, session, email: 'una.mas@example.cl', scope: 'sales', now: NOW } as const
    await expect(inviteStaff(fresh.db, one)).rejects.toThrow('Hay muchas invitaciones')
    await fresh.close()
  })
})

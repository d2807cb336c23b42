import { randomUUID } from 'node:crypto'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { StaffScope } from '#app/platform/database/values.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { createProfile } from '#tests/support/factories.ts'
import type { GivenRole } from './given-role.ts'
import { changeRole } from './roles.server.ts'
import {
  acceptStaffInvitation,
  findStaffInvitation,
  inviteStaff,
  openStaffInvitations,
} from './staff-invitations.server.ts'

export const NOW = new Date('2026-11-21T15:00:00Z')

type Admin = Extract<Actor, { kind: 'admin' }>

export const CLIENT = { role: 'client', staff_scope: null }

/** Invitations to the staff of a test's database, by the use cases. */
export async function staffInvitationsOf(database: TestDatabase) {
  const newAdmin = async (first_name = 'Ana'): Promise<Admin> => {
    const { id } = await createProfile(database.ownerPool, { role: 'admin', first_name, last_name: 'Soto' })
    return { kind: 'admin', userId: id }
  }
  const admin = await newAdmin('Paz')

  /** A session that was confirmed so many minutes ago. */
  const sessionOf = async (userId: string, minutes = 1): Promise<string> => {
    const session = randomUUID()
    await database.ownerPool.query(
      "insert into auth.sessions (id, user_id, token, expires_at, stepped_up_at) values ($1::uuid, $2, $1::uuid::text, '2100-01-01', $3)",
      [session, userId, new Date(NOW.getTime() - minutes * 60_000)],
    )
    return session
  }

  const invite = async (email: string, scope: StaffScope = 'sales', actor = admin) =>
    inviteStaff(database.db, { actor, session: await sessionOf(actor.userId), email, scope, now: NOW })

  const setRole = async (userId: string, role: GivenRole) =>
    changeRole(database.db, { actor: admin, session: await sessionOf(admin.userId), userId, role, now: NOW })

  /** The token of the newest invitation to an address, from its mail. */
  const tokenFor = async (email: string): Promise<string> => {
    const { rows } = await database.ownerPool.query<{ link: string }>(
      `select params ->> 'enlace_equipo' as link from mails
       where template = 'staff_invitation' and recipient = $1 order by created_at desc, id desc limit 1`,
      [email],
    )
    return new URL(rows[0]?.link ?? '', 'https://alhena.test').searchParams.get('token') ?? ''
  }

  /** The token of an invitation that is sent now, whatever was sent before. */
  const tokenOf = async (email: string, send: () => Promise<unknown>): Promise<string> => {
    await database.ownerPool.query("delete from mails where template = 'staff_invitation' and recipient = $1", [email])
    await send()
    return tokenFor(email)
  }

  const openTo = async (email: string) => {
    const open = await asActor(database.db, admin, tx => openStaffInvitations(tx, NOW))
    return open.filter(invitation => invitation.email === email)
  }

  const stateFor = async (token: string, userId?: string, now = NOW) =>
    (await findStaffInvitation(database.db, { token, userId, now }))?.state

  const accept = (token: string, userId: string, now = NOW) =>
    acceptStaffInvitation(database.db, { token, userId, now })

  const roleOf = async (id: string) =>
    (
      await database.ownerPool.query<{ role: string; staff_scope: StaffScope | null }>(
        'select role, staff_scope from profiles where id = $1',
        [id],
      )
    ).rows[0]

  return { admin, newAdmin, sessionOf, invite, setRole, tokenFor, tokenOf, openTo, stateFor, accept, roleOf }
}

import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { writeAudit, writeAudits } from '#app/features/audit/audit.server.ts'
import { PASSWORD_MISSING } from '#app/features/identity/account-fields.ts'
import { fullName } from '#app/features/identity/identity.ts'
import { roleChangedMail } from '#app/features/identity/identity-mails.server.ts'
import { reauthenticationPassword } from '#app/features/identity/identity-schema.server.ts'
import { isPersonName } from '#app/features/identity/plain-names.ts'
import { findReader } from '#app/features/identity/profile.server.ts'
import { AUTH_MESSAGES } from '#app/features/identity/sign-in/auth-messages.ts'
import { endOfDay } from '#app/kernel/dates.ts'
import { Refusal, refuse } from '#app/kernel/refusal.ts'
import { emailOf, schemaOf } from '#app/kit/forms/schema.ts'
import { queueMail } from '#app/mails/outbox.server.ts'
import { type Actor, asActor, VISITOR } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { Role, StaffScope } from '#app/platform/database/values.ts'
import { newToken } from '#app/platform/http/token-cookie.server.ts'
import { digestOf } from '#app/platform/secrets/shop-secrets.server.ts'
import { SCOPE_LABELS } from './permissions.ts'
import {
  INVITATION_DAYS,
  type OpenStaffInvitation,
  type StaffInvitationState,
  staffInvitationFields,
  staffInvitationPath,
} from './staff-invitations.ts'

/** What the staff's page posts, one per `intent`. */
export const teamForm = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('invite'),
    email: emailOf(staffInvitationFields.email, AUTH_MESSAGES.invalid_email),
    scope: schemaOf(staffInvitationFields.scope),
    password: reauthenticationPassword,
  }),
  z.object({ intent: z.enum(['resend', 'revoke']), invitation: z.uuid() }),
])

type Admin = Extract<Actor, { kind: 'admin' }>

type Refused = 'not_admin' | 'not_confirmed' | 'is_staff' | 'too_many' | 'gone'

/** Why the database invites nobody, by its answer. */
const REFUSED: Readonly<Record<Refused, Parameters<typeof refuse>>> = {
  not_admin: ['Ya no administras la tienda: otra persona cambió tu rol.'],
  // Nobody confirmed to sit before the session, or it was closed meanwhile.
  not_confirmed: [PASSWORD_MISSING, { field: 'password' }],
  is_staff: ['Ya es parte del equipo: su rol se cambia en su página.', { field: 'email' }],
  too_many: ['Hay muchas invitaciones abiertas o enviadas hoy. Espera respuestas o inténtalo mañana.'],
  gone: ['Esa invitación ya no está pendiente. Recarga la página.'],
}

/** Invitations that wait for an answer or whose days are over, newest first; at most fifty can be accepted. */
export async function openStaffInvitations(tx: Transaction<DB>, now: Date): Promise<OpenStaffInvitation[]> {
  const rows = await tx
    .selectFrom('staff_invitations as invitation')
    .innerJoin('profiles as inviter', 'inviter.id', 'invitation.invited_by')
    .select([
      'invitation.id',
      'invitation.email',
      'invitation.scope',
      'invitation.expires_at',
      'inviter.first_name',
      'inviter.last_name',
    ])
    .where('invitation.accepted_at', 'is', null)
    .where('invitation.revoked_at', 'is', null)
    .orderBy('invitation.created_at', 'desc')
    .orderBy('invitation.id')
    .limit(100)
    .execute()
  return rows.map(({ first_name, last_name, ...row }) => ({
    ...row,
    inviter: fullName({ first_name, last_name }),
    has_expired: row.expires_at <= now,
  }))
}

type Sent = { email: string; scope: StaffScope; inviter: string; token: string }

const queueInvitation = (tx: Transaction<DB>, { email, scope, inviter, token }: Sent) =>
  queueMail(tx, {
    template: 'staff_invitation',
    recipient: email,
    params: {
      persona: isPersonName(inviter) ? inviter : 'Una persona',
      rol_equipo: SCOPE_LABELS[scope],
      dias_vigencia: String(INVITATION_DAYS),
      enlace_equipo: staffInvitationPath(token),
    },
  })

/**
 * Invites an address to the staff, after the administrator has confirmed to sit before the session. It says the same of every address that
 * is not of the staff, with an account or without. @throws Refusal
 */
export async function inviteStaff(
  db: Kysely<DB>,
  input: { actor: Admin; session: string; email: string; scope: StaffScope; now: Date },
): Promise<void> {
  const { actor, session, email, scope, now } = input
  const token = newToken()
  await asActor(db, actor, async tx => {
    const { rows } = await sql<{ answer: 'invited' | Refused; made: string; inviter: string }>`
      select * from private.invite_staff(
        ${email}, ${scope}, ${digestOf(token)}, ${session}::uuid, ${endOfDay(now, INVITATION_DAYS)}, ${now})`.execute(
      tx,
    )
    const [{ answer, made, inviter } = { answer: 'not_admin' as const, made: '', inviter: '' }] = rows
    if (answer !== 'invited') refuse(...REFUSED[answer])
    await queueInvitation(tx, { email, scope, inviter, token })
    await writeAudit(tx, {
      action: 'staff_invited',
      entity: 'staff_invitations',
      entity_id: made,
      after: { role: scope },
    })
  })
}

/** Sends an open invitation again, with another link; the former one ends. @returns its address. @throws Refusal */
export async function resendStaffInvitation(
  db: Kysely<DB>,
  { actor, invitationId, now }: { actor: Admin; invitationId: string; now: Date },
): Promise<string> {
  const token = newToken()
  type Row = { answer: 'sent' | Refused; made: string; inviter: string; invited: string; given_scope: StaffScope }
  return asActor(db, actor, async tx => {
    const { rows } = await sql<Row>`
      select * from private.resend_staff_invitation(
        ${invitationId}::uuid, ${digestOf(token)}, ${endOfDay(now, INVITATION_DAYS)}, ${now})`.execute(tx)
    const [sent] = rows
    if (sent?.answer !== 'sent') refuse(...REFUSED[sent?.answer ?? 'gone'])
    const { made, inviter, invited: email, given_scope: scope } = sent
    await queueInvitation(tx, { email, scope, inviter, token })
    await writeAudit(tx, {
      action: 'staff_invitation_resent',
      entity: 'staff_invitations',
      entity_id: made,
      after: { role: scope },
    })
    return email
  })
}

/** Withdraws an open invitation: its link ends. @returns its address. @throws Refusal */
export const revokeStaffInvitation = (
  db: Kysely<DB>,
  { actor, invitationId, now }: { actor: Admin; invitationId: string; now: Date },
): Promise<string> =>
  asActor(db, actor, async tx => {
    const { email, scope } = await tx
      .updateTable('staff_invitations')
      .set({ revoked_at: now })
      .where('id', '=', invitationId)
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .returning(['email', 'scope'])
      .executeTakeFirstOrThrow(() => new Refusal(...REFUSED.gone))
    await writeAudit(tx, {
      action: 'staff_invitation_revoked',
      entity: 'staff_invitations',
      entity_id: invitationId,
      before: { role: scope },
    })
    return email
  })

type Link = { token: string; userId: string | undefined; now: Date }
type ShownInvitation = { scope: StaffScope; inviter: string; state: StaffInvitationState }

/** An invitation by the token of its link, as it stands for the user, or for somebody who is not signed in. */
export async function findStaffInvitation(
  db: Kysely<DB>,
  { token, userId, now }: Link,
): Promise<ShownInvitation | undefined> {
  const { rows } = await asActor(db, userId === undefined ? VISITOR : { kind: 'user', userId }, tx =>
    sql<ShownInvitation>`select * from private.staff_invitation(${digestOf(token)}, ${now})`.execute(tx),
  )
  return rows[0]
}

/**
 * Accepts an invitation once, for the signed-in person whose confirmed address it names, who then has the scope that the invitation keeps.
 * The open sessions have it from their next request on.
 * @returns the scope; undefined where it can't be accepted
 */
export const acceptStaffInvitation = (
  db: Kysely<DB>,
  { token, userId, now }: Link & { userId: string },
): Promise<StaffScope | undefined> =>
  asActor(db, { kind: 'user', userId }, async tx => {
    type Row = { outcome: string; accepted: string; given_scope: StaffScope; role_before: Role }
    const { rows } = await sql<Row>`
      select * from private.accept_staff_invitation(${digestOf(token)}, ${now})`.execute(tx)
    const [answer] = rows
    if (answer?.outcome !== 'accepted') return undefined
    const { accepted, given_scope: to, role_before: from } = answer
    const invitation = { entity: 'staff_invitations', entity_id: accepted, after: { role: to } }
    const change = { entity: 'profiles', entity_id: userId, before: { role: from }, after: { role: to } }
    await writeAudits(tx, [
      { action: 'staff_invitation_accepted', ...invitation },
      { action: 'role_changed', ...change },
    ])
    const { email, first_name } = await findReader(tx, userId)
    await queueMail(tx, roleChangedMail({ recipient: email, firstName: first_name }, { from, to, now }))
    return to
  })

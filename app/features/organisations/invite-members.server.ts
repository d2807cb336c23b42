import type { Transaction } from 'kysely'
import { writeAudits } from '#app/features/audit/audit.server.ts'
import { fullName } from '#app/features/identity/identity.ts'
import { isPersonName, isPlainText } from '#app/features/identity/plain-names.ts'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import { DAY_MS, endOfDay } from '#app/kernel/dates.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { formatRut } from '#app/kernel/rut.ts'
import { queueMails } from '#app/mails/outbox.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { OrganisationRole } from '#app/platform/database/values.ts'
import { newToken } from '#app/platform/http/token-cookie.server.ts'
import { digestOf } from '#app/platform/secrets/shop-secrets.server.ts'
import { findConsultant } from './client-companies.server.ts'
import { peopleOf } from './organisations.server.ts'
import { INVITATION_DAYS, invitationPath, MAX_A_DAY, MAX_OPEN, ROLE_LABELS } from './organisations.ts'

export type Inviter = Pick<SessionUser, 'id' | 'first_name' | 'last_name'>

/** Ends open invitations of an organisation, those that a condition names. */
export const endInvitations = (tx: Transaction<DB>, organisationId: string, now: Date) =>
  tx
    .updateTable('organisation_invitations')
    .set({ revoked_at: now })
    .where('organisation_id', '=', organisationId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('email')

/** Invites addresses that have no member. An open invitation to one of them is replaced: its former link ends. */
export async function inviteMembers(
  tx: Transaction<DB>,
  user: Inviter,
  organisation: { id: string; name: string; rut: string | null },
  { emails, role }: { emails: string[]; role: OrganisationRole },
  now: Date,
): Promise<void> {
  const { id, name, rut } = organisation
  const members = (await peopleOf(tx, id)).filter(member => !member.of_consultant)
  const consultant = await findConsultant(tx, { organisationId: id, userId: user.id })
  const known = new Set(members.map(member => member.email.toLowerCase()))
  const invited = emails.filter(email => !known.has(email)).map(email => ({ email, token: newToken() }))
  if (invited.length === 0) refuse('Esas personas ya son parte de la organización.')
  await endInvitations(tx, id, now)
    .where(
      'email',
      'in',
      invited.map(({ email }) => email),
    )
    .execute()
  const { open, today } = await tx
    .selectFrom('organisation_invitations')
    .select(({ fn }) => [
      fn
        .countAll<number>()
        .filterWhere('accepted_at', 'is', null)
        .filterWhere('revoked_at', 'is', null)
        .filterWhere('expires_at', '>', now)
        .as('open'),
      fn
        .countAll<number>()
        .filterWhere('created_at', '>', new Date(now.getTime() - DAY_MS))
        .as('today'),
    ])
    .where('organisation_id', '=', id)
    .executeTakeFirstOrThrow()
  if (open + invited.length > MAX_OPEN || today + invited.length > MAX_A_DAY) {
    refuse('Hay muchas invitaciones abiertas o enviadas hoy. Espera respuestas o inténtalo mañana.')
  }
  const common = {
    organisation_id: id,
    role,
    invited_by: user.id,
    created_at: now,
    expires_at: endOfDay(now, INVITATION_DAYS),
  }
  await tx
    .insertInto('organisation_invitations')
    .values(invited.map(({ email, token }) => ({ ...common, email, token_hash: digestOf(token) })))
    .execute()
  await queueMails(
    tx,
    invited.map(({ email, token }) => ({
      template: 'organisation_invitation',
      recipient: email,
      params: {
        // Names from before the rule on them, or of accounts that staff made.
        persona: isPersonName(fullName(user)) ? fullName(user) : 'Una persona',
        nombre_organizacion: isPlainText(name) ? name : 'su organización',
        ...(consultant?.is_theirs && {
          consultora: isPlainText(consultant.name) ? consultant.name : 'la consultora',
          de_consultora: true,
        }),
        ...(rut && { rut_organizacion: formatRut(rut) }),
        rol_organizacion: ROLE_LABELS[role],
        dias_vigencia: String(INVITATION_DAYS),
        enlace_organizacion: invitationPath(token),
      },
    })),
  )
  const entry = { action: 'organisation_member_invited', entity: 'organisations', entity_id: id }
  await writeAudits(
    tx,
    invited.map(({ email }) => ({ ...entry, after: { email, role } })),
  )
}

import { type Kysely, sql, type Transaction } from 'kysely'
import { writeAudit, writeAudits } from '#app/features/audit/audit.db.server.ts'
import { fullName } from '#app/features/identity/identity.ts'
import { isPersonName, isPlainText } from '#app/features/identity/plain-names.ts'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import { endOfDay } from '#app/kernel/dates.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { formatRut } from '#app/kernel/rut.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { newToken } from '#app/platform/http/token-cookie.server.ts'
import { queueMails } from '#app/platform/mail/outbox.server.ts'
import { digestOf } from '#app/platform/secrets/shop-secrets.server.ts'
import type { OrganisationCommand } from './organisation.schema.ts'
import {
  countInvitations,
  endInvitations,
  holdOrganisation,
  peopleOf,
  removeMember,
  setRole,
} from './organisations.db.server.ts'
import {
  INVITATION_DAYS,
  invitationPath,
  MAX_A_DAY,
  MAX_OPEN,
  type OrganisationFailure,
  ROLE_LABELS,
} from './organisations.ts'

type Manager = Pick<SessionUser, 'id' | 'first_name' | 'last_name'>
type Outcome = Result<{ organisationId: string | undefined }, { code: OrganisationFailure }>
type Command<Intent extends OrganisationCommand['intent']> = Extract<OrganisationCommand, { intent: Intent }>

const entry = (action: string, organisationId: string, change: { before?: unknown; after?: unknown }) => ({
  action,
  entity: 'organisations',
  entity_id: organisationId,
  ...change,
})

/** Carries out what the screen of an organisation posted, in one transaction with its audit entry. */
export async function manageOrganisation(
  db: Kysely<DB>,
  user: Manager,
  command: OrganisationCommand,
  now: Date,
): Promise<Outcome> {
  try {
    return await asActor(db, { kind: 'user', userId: user.id }, tx => carryOut(tx, user, command, now))
  } catch (error) {
    const isLast = error instanceof Error && 'constraint' in error && error.constraint === 'organisations_keep_a_buyer'
    if (!isLast) throw error
    return err({ code: 'last_buyer' })
  }
}

async function carryOut(tx: Transaction<DB>, user: Manager, command: OrganisationCommand, now: Date): Promise<Outcome> {
  if (command.intent === 'create') return create(tx, command, now)
  if (command.intent === 'leave') return leave(tx, user, command.organisation)
  const organisation = await holdOrganisation(tx, user.id, command.organisation)
  if (!organisation) return err({ code: 'not_allowed' })
  const done = ok({ organisationId: organisation.id })
  switch (command.intent) {
    case 'rename':
      await tx
        .updateTable('organisations')
        .set({ name: command.name, rut: command.rut })
        .where('id', '=', organisation.id)
        .execute()
      await writeAudit(
        tx,
        entry('organisation_changed', organisation.id, {
          before: { name: organisation.name, rut: organisation.rut },
          after: { name: command.name, rut: command.rut },
        }),
      )
      return done
    case 'invite':
      return (await invite(tx, user, organisation, command, now)) ?? done
    case 'revoke-invitation': {
      const [email] = await endInvitations(tx, organisation.id, { id: command.invitation }, now)
      if (email === undefined) return err({ code: 'not_allowed' })
      await writeAudit(tx, entry('organisation_invitation_revoked', organisation.id, { before: { email } }))
      return done
    }
    case 'change-role': {
      if (!(await setRole(tx, organisation.id, command.member, command.role))) return err({ code: 'not_allowed' })
      const after = { member: command.member, role: command.role }
      await writeAudit(tx, entry('organisation_role_changed', organisation.id, { after }))
      return done
    }
    case 'remove': {
      const removed = await removeMember(tx, organisation.id, command.member)
      if (!removed) return err({ code: 'not_allowed' })
      await writeAudit(
        tx,
        entry('organisation_member_removed', organisation.id, {
          before: { member: removed.user_id, role: removed.role },
        }),
      )
      return done
    }
    case 'hand-over': {
      if (command.member === user.id) return err({ code: 'not_allowed' })
      if (!(await setRole(tx, organisation.id, command.member, 'buyer'))) return err({ code: 'not_allowed' })
      await removeMember(tx, organisation.id, user.id)
      await writeAudit(
        tx,
        entry('organisation_handed_over', organisation.id, {
          before: { member: user.id },
          after: { member: command.member },
        }),
      )
      return ok({ organisationId: undefined })
    }
    case 'close': {
      const { rows } = await sql<{ outcome: 'closed' | 'missing' | 'has_members' | 'has_purchases' }>`
        select private.close_organisation(${organisation.id}::uuid, ${now}) as outcome`.execute(tx)
      const outcome = rows[0]?.outcome
      if (outcome === 'has_members' || outcome === 'has_purchases') return err({ code: outcome })
      if (outcome !== 'closed') return err({ code: 'not_allowed' })
      await writeAudit(tx, entry('organisation_closed', organisation.id, { before: { name: organisation.name } }))
      return ok({ organisationId: undefined })
    }
    case 'move': {
      const { rows } = await sql<{ id: string | null }>`
        select private.move_order_to_organisation(${command.order}, ${organisation.id}::uuid) as id`.execute(tx)
      const moved = rows[0]?.id
      if (!moved) return err({ code: 'not_movable' })
      await writeAudit(tx, {
        action: 'order_moved_to_organisation',
        entity: 'orders',
        entity_id: moved,
        after: { organisation: organisation.name, order_number: command.order },
      })
      return done
    }
  }
}

async function create(tx: Transaction<DB>, { name, rut }: Command<'create'>, now: Date): Promise<Outcome> {
  const { rows } = await sql<{ id: string | null }>`
    select private.create_organisation(${name}, ${rut}, ${now}) as id`.execute(tx)
  const id = rows[0]?.id
  if (!id) return err({ code: 'too_many_organisations' })
  await writeAudit(tx, entry('organisation_created', id, { after: { name, rut } }))
  return ok({ organisationId: id })
}

async function leave(tx: Transaction<DB>, user: Manager, organisationId: string): Promise<Outcome> {
  // Who buys locks the organisation before the own row, as others do; nobody else's departure needs it.
  await holdOrganisation(tx, user.id, organisationId)
  const left = await removeMember(tx, organisationId, user.id)
  if (!left) return err({ code: 'not_allowed' })
  await writeAudit(tx, entry('organisation_left', organisationId, { before: { member: user.id, role: left.role } }))
  return ok({ organisationId: undefined })
}

/**
 * Invites addresses that have no member. An open invitation to one of them is replaced: its former link ends. Undefined
 * when it is done.
 */
async function invite(
  tx: Transaction<DB>,
  user: Manager,
  organisation: { id: string; name: string; rut: string | null },
  { emails, role }: Command<'invite'>,
  now: Date,
): Promise<Outcome | undefined> {
  const known = new Set((await peopleOf(tx, organisation.id)).map(member => member.email.toLowerCase()))
  const invited = emails.filter(email => !known.has(email))
  if (invited.length === 0) return err({ code: 'nobody_new' })
  await endInvitations(tx, organisation.id, { emails: invited }, now)
  const sent = await countInvitations(tx, organisation.id, now)
  if (sent.open + invited.length > MAX_OPEN || sent.today + invited.length > MAX_A_DAY) {
    return err({ code: 'too_many_invitations' })
  }
  const made = invited.map(email => ({ email, token: newToken() }))
  await tx
    .insertInto('organisation_invitations')
    .values(
      made.map(({ email, token }) => ({
        organisation_id: organisation.id,
        email,
        role,
        token_hash: digestOf(token),
        invited_by: user.id,
        created_at: now,
        expires_at: endOfDay(now, INVITATION_DAYS),
      })),
    )
    .execute()
  await queueMails(
    tx,
    made.map(({ email, token }) => ({
      template: 'organisation_invitation',
      recipient: email,
      params: {
        // Names from before the rule on them, or of accounts that staff made.
        persona: isPersonName(fullName(user)) ? fullName(user) : 'Una persona',
        nombre_organizacion: isPlainText(organisation.name) ? organisation.name : 'su organización',
        ...(organisation.rut && { rut_organizacion: formatRut(organisation.rut) }),
        rol_organizacion: ROLE_LABELS[role],
        dias_vigencia: String(INVITATION_DAYS),
        enlace_organizacion: invitationPath(token),
      },
    })),
  )
  await writeAudits(
    tx,
    invited.map(email => entry('organisation_member_invited', organisation.id, { after: { email, role } })),
  )
  return undefined
}

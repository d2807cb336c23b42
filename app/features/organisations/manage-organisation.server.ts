import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { plainText } from '#app/features/identity/identity-schema.server.ts'
import { foldEmail, isEmail } from '#app/kernel/email.ts'
import { Refusal, refuse, refusing } from '#app/kernel/refusal.ts'
import { parseRut } from '#app/kernel/rut.ts'
import { shorten } from '#app/kernel/text.ts'
import { schemaOf } from '#app/kit/forms/schema.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { OrganisationRole } from '#app/platform/database/values.ts'
import { addClientCompany, releaseClientCompany } from './client-companies.server.ts'
import { endInvitations, type Inviter, inviteMembers } from './invite-members.server.ts'
import { invitationFields, organisationFields, roleFields } from './organisation-fields.ts'
import { callFunction as call, rolesOf } from './organisations.server.ts'
import { MAX_ADDRESSES } from './organisations.ts'

const ADDRESS = /[^\s<>"(),;]+@[^\s<>"(),;]+/g

/**
 * The addresses in pasted text, as mail programs write recipients: `Ana Pérez <ana@x.cl>, "Soto, Luis" <luis@x.cl>`.
 * `unread` is the first part without exactly readable addresses.
 */
export function readAddresses(text: string): { emails: string[]; unread: string | undefined } {
  const emails = new Set<string>()
  let unread: string | undefined
  for (const part of text.replaceAll(/"[^"]*"/g, ' ').split(/[,;\n]+/)) {
    if (part.trim() === '') continue
    const found = part.match(ADDRESS) ?? []
    const valid = found.map(foldEmail).filter(isEmail)
    if (valid.length === 0 || valid.length < found.length) unread ??= shorten(part.trim(), 80)
    for (const email of valid) emails.add(email)
  }
  return { emails: [...emails], unread }
}

const emails = schemaOf(invitationFields.emails).transform((typed, { addIssue }) => {
  const { emails, unread } = readAddresses(typed)
  if (unread !== undefined) addIssue(`Revisa este correo: ${unread}`)
  else if (emails.length > MAX_ADDRESSES) addIssue(`Invita a ${MAX_ADDRESSES} personas como máximo de una vez`)
  return emails
})

const rut = schemaOf(organisationFields.rut).transform((typed, { addIssue }) => {
  const parsed = parseRut(typed)
  if (typed !== '' && !parsed) addIssue('El RUT no es válido: revisa el dígito verificador')
  return parsed ?? null
})

/** Invitations name the organisation in a mail to any address. */
const details = { name: plainText(organisationFields.name), rut }
const id = z.uuid()
const role = schemaOf(roleFields.role)

/** What the screen of an organisation posts. */
export const organisationCommand = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('create'), ...details }),
  z.object({ intent: z.literal('add-client'), organisation: id, ...details }),
  z.object({ intent: z.literal('release'), organisation: id }),
  z.object({ intent: z.literal('rename'), organisation: id, ...details }),
  z.object({ intent: z.literal('invite'), organisation: id, emails, role }),
  z.object({ intent: z.literal('revoke-invitation'), organisation: id, invitation: id }),
  z.object({ intent: z.literal('change-role'), organisation: id, member: id, role }),
  z.object({ intent: z.literal('remove'), organisation: id, member: id }),
  z.object({ intent: z.literal('leave'), organisation: id }),
  z.object({ intent: z.literal('hand-over'), organisation: id, member: id }),
  z.object({ intent: z.literal('close'), organisation: id }),
  z.object({ intent: z.literal('move'), organisation: id, order: z.string().max(40) }),
])

export type OrganisationCommand = z.output<typeof organisationCommand>

const notAllowed = () => new Refusal('Ya no puedes hacer eso en esta organización. Recarga la página.')

/**
 * Carries out what the screen of an organisation posted, in one transaction with its audit entry.
 * @returns the organisation that is shown next. @throws Refusal
 */
export const manageOrganisation = (
  db: Kysely<DB>,
  user: Inviter,
  command: OrganisationCommand,
  now: Date,
): Promise<string | undefined> =>
  refusing(
    asActor(db, { kind: 'user', userId: user.id }, tx => carryOut(tx, user, command, now)),
    {
      organisations_keep_a_buyer: [
        'Alguien tiene que quedar con el rol Compra. Primero traspasa la organización a otra persona.',
      ],
      orders_move_before_inviting: [
        'Ya invitaste a personas con esta compra y sabían quién lee sus respuestas: una compra pasa a una empresa cliente solo antes de invitar.',
      ],
    },
  )

async function carryOut(tx: Transaction<DB>, user: Inviter, command: OrganisationCommand, now: Date) {
  const audit = (action: string, id: string, change: { before?: object; after?: object }) =>
    writeAudit(tx, { action: `organisation_${action}`, entity: 'organisations', entity_id: id, ...change })
  if (command.intent === 'create') {
    const { name, rut } = command
    const made = await call<string>(tx, sql`private.create_organisation(${name}, ${rut}, ${now})`)
    if (!made) refuse('Ya perteneces a 10 organizaciones, que es el máximo.')
    await audit('created', made, { after: { name, rut } })
    return made
  }
  // Who buys locks the organisation before the own row, as others do; nobody else's departure needs it.
  const locked = await lockOrganisation(tx, user.id, command.organisation)
  if (command.intent === 'leave') {
    const { role } = await removeMember(tx, command.organisation, user.id)
    await audit('left', command.organisation, { before: { member: user.id, role } })
    return undefined
  }
  if (!locked) throw notAllowed()
  const { id, name } = locked
  switch (command.intent) {
    case 'add-client':
      return addClientCompany(tx, id, command, now)
    case 'release':
      await releaseClientCompany(tx, id, user.id)
      return undefined
    case 'rename': {
      const after = { name: command.name, rut: command.rut }
      await tx.updateTable('organisations').set(after).where('id', '=', id).execute()
      await audit('changed', id, { before: { name, rut: locked.rut }, after })
      return id
    }
    case 'invite':
      await inviteMembers(tx, user, locked, command, now)
      return id
    case 'revoke-invitation': {
      const { email } = await endInvitations(tx, id, now)
        .where('id', '=', command.invitation)
        .executeTakeFirstOrThrow(notAllowed)
      await audit('invitation_revoked', id, { before: { email } })
      return id
    }
    case 'change-role': {
      const { member, role } = command
      await setRole(tx, id, member, role)
      await audit('role_changed', id, { after: { member, role } })
      return id
    }
    case 'remove': {
      const { member } = command
      const { role } = await removeMember(tx, id, member)
      await audit('member_removed', id, { before: { member, role } })
      return id
    }
    case 'hand-over': {
      const { member } = command
      if (member === user.id) throw notAllowed()
      await setRole(tx, id, member, 'buyer')
      await removeMember(tx, id, user.id)
      await audit('handed_over', id, { before: { member: user.id }, after: { member } })
      return undefined
    }
    case 'close': {
      const outcome = await call<string>(tx, sql`private.close_organisation(${id}::uuid, ${now})`)
      if (outcome === 'has_members') refuse('Todavía hay más personas en la organización.')
      if (outcome === 'has_clients') refuse('Primero cierra sus empresas cliente, o deja de administrarlas.')
      if (outcome === 'is_used') {
        refuse('La empresa tiene compras. Puedes dejar de administrarla cuando alguien de ella tenga el rol Compra.')
      }
      if (outcome === 'has_purchases') {
        refuse('La organización tiene compras que hizo otra persona: traspásala en vez de cerrarla.')
      }
      if (outcome !== 'closed') throw notAllowed()
      await audit('closed', id, { before: { name } })
      return undefined
    }
    case 'move': {
      const { order } = command
      const moved = await call<string>(tx, sql`private.move_order_to_organisation(${order}, ${id}::uuid)`)
      if (!moved) refuse('Esa compra no se puede pasar a la organización. Recarga la página.')
      const after = { organisation: name, order_number: order }
      await writeAudit(tx, { action: 'order_moved_to_organisation', entity: 'orders', entity_id: moved, after })
      return id
    }
  }
}

/** An organisation in which the user has the role that buys, locked until the transaction ends. */
const lockOrganisation = (tx: Transaction<DB>, userId: string, organisationId: string) =>
  tx
    .selectFrom('organisations')
    .select(['id', 'name', 'rut'])
    .where('id', '=', organisationId)
    .where('closed_at', 'is', null)
    .where(({ eb, selectFrom }) =>
      eb('id', 'in', selectFrom(rolesOf(userId)).select('organisation_id').where('role', '=', 'buyer')),
    )
    .forUpdate()
    .executeTakeFirst()

const setRole = (tx: Transaction<DB>, organisationId: string, memberId: string, role: OrganisationRole) =>
  tx
    .updateTable('organisation_members')
    .set({ role })
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', memberId)
    .returning('user_id')
    .executeTakeFirstOrThrow(notAllowed)

const removeMember = (tx: Transaction<DB>, organisationId: string, memberId: string) =>
  tx
    .deleteFrom('organisation_members')
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', memberId)
    .returning('role')
    .executeTakeFirstOrThrow(notAllowed)

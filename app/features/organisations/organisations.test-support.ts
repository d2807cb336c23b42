import type { SessionUser } from '#app/features/identity/session.server.ts'
import { Refusal } from '#app/kernel/refusal.ts'
import type { OrganisationRole } from '#app/platform/database/values.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { createProfile } from '#tests/support/factories.ts'
import { markConsultant } from './client-companies.server.ts'
import { manageOrganisation, type OrganisationCommand } from './manage-organisation.server.ts'
import { acceptInvitation } from './organisations.server.ts'

export const now = new Date()

export type Person = SessionUser

export const as = (user: { id: string }) => ({ kind: 'user', userId: user.id }) as const

/** People and organisations of a test's database, by the use cases. */
export function organisationsOf(database: TestDatabase) {
  const person = async (name: string): Promise<Person> => ({
    ...(await createProfile(database.ownerPool, { first_name: name })),
    company: null,
    phone: null,
    staff_scope: null,
    created_at: now,
  })

  /** 'done', or why it was refused. */
  async function manage(user: Person, command: OrganisationCommand, at = now): Promise<string> {
    try {
      await manageOrganisation(database.db, user, command, at)
      return 'done'
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return error.message
    }
  }

  /** Makes an organisation; returns its id. */
  async function organisation(user: Person, name = 'Los Aromos SpA'): Promise<string> {
    const made = await manageOrganisation(database.db, user, { intent: 'create', name, rut: null }, now)
    if (!made) throw new Error('No organisation was made')
    return made
  }

  /** 'done', or why the staff can't mark an organisation as a consultant, or end that. */
  async function mark(organisationId: string, isConsultant = true): Promise<string> {
    const { id: userId } = await createProfile(database.ownerPool, { role: 'admin' })
    try {
      await markConsultant(database.db, { actor: { kind: 'admin', userId }, organisationId, isConsultant })
      return 'done'
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return error.message
    }
  }

  /** Makes a consultant; returns its id. */
  async function consultant(user: Person, name = 'Consultora Norte'): Promise<string> {
    const made = await organisation(user, name)
    await mark(made)
    return made
  }

  /** Makes a client company; returns its id. */
  async function client(user: Person, of: string, name: string): Promise<string> {
    const command = { intent: 'add-client', organisation: of, name, rut: null } as const
    const made = await manageOrganisation(database.db, user, command, now)
    if (!made) throw new Error('No client company was made')
    return made
  }

  /** The token of the newest invitation to an address, from its mail. */
  async function tokenFor(email: string): Promise<string> {
    const { rows } = await database.ownerPool.query<{ link: string }>(
      `select params ->> 'enlace_organizacion' as link from mails
       where template = 'organisation_invitation' and recipient = $1 order by created_at desc, id desc limit 1`,
      [email],
    )
    return new URL(rows[0]?.link ?? '', 'https://alhena.test').searchParams.get('token') ?? ''
  }

  /** Invites a person, who accepts. */
  async function join(buyer: Person, id: string, user: Person, role: OrganisationRole): Promise<void> {
    const invited = await manage(buyer, { intent: 'invite', organisation: id, emails: [user.email], role })
    const joined = await acceptInvitation(database.db, { token: await tokenFor(user.email), userId: user.id, now })
    if (invited !== 'done' || !joined) throw new Error(`${user.first_name} did not join`)
  }

  return { person, manage, organisation, mark, consultant, client, tokenFor, join }
}

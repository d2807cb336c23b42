import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { OrganisationRole } from '#app/platform/database/values.ts'
import { callFunction } from './organisations.server.ts'
import { type ClientCompany, type Consultant, MAX_CLIENT_COMPANIES } from './organisations.ts'

const entryOf = (organisationId: string) => ({ entity: 'organisations', entity_id: organisationId })

/** Adds a client company to a consultant for which the acting user buys. @returns its id @throws Refusal */
export async function addClientCompany(
  tx: Transaction<DB>,
  consultantId: string,
  { name, rut }: { name: string; rut: string | null },
  now: Date,
): Promise<string> {
  const { rows } = await sql<{ outcome: string; made: string | null }>`
    select * from private.create_client_company(${consultantId}::uuid, ${name}, ${rut}, ${now})`.execute(tx)
  const [{ outcome, made } = { outcome: 'missing', made: null }] = rows
  if (outcome === 'too_many') refuse(`Ya tienes ${MAX_CLIENT_COMPANIES} empresas cliente, que es el máximo.`)
  if (made === null) refuse('Esta organización no tiene empresas cliente. Recarga la página.')
  const after = { name, rut, consultant_id: consultantId }
  await writeAudit(tx, { action: 'organisation_client_created', ...entryOf(made), after })
  return made
}

/** Ends that the acting user's consultant manages a client company, which needs a buyer of its own. @throws Refusal */
export async function releaseClientCompany(tx: Transaction<DB>, organisationId: string, userId: string): Promise<void> {
  const released = await findConsultant(tx, { organisationId, userId })
  const outcome = await callFunction<string>(tx, sql`private.release_client_company(${organisationId}::uuid)`)
  if (outcome === 'no_buyer') {
    refuse(
      'Primero invita a alguien de la empresa con el rol Compra: después de dejarla nadie más podría administrarla.',
    )
  }
  if (outcome !== 'released') refuse('Ya no administras esta empresa. Recarga la página.')
  await writeAudit(tx, {
    action: 'organisation_released',
    ...entryOf(organisationId),
    before: { consultant: released?.name },
  })
}

/**
 * The consultant of a purchase's client company as invitations name it; null for every other purchase.
 * @param organisation with its table's name in the query @param inviter the id of who invites
 */
export const consultantSql = (organisation: `${string}.organisation_id`, inviter: RawBuilder<unknown>) =>
  consultant(sql.ref(organisation), inviter)

/** The consultant of a client company, for who sees the company; null for every other organisation. */
export const findConsultant = (
  tx: Transaction<DB>,
  { organisationId, userId }: { organisationId: string; userId: string },
): Promise<Consultant | null> => callFunction(tx, consultant(sql`${organisationId}::uuid`, sql`${userId}::uuid`))

const consultant = (organisation: RawBuilder<unknown>, person: RawBuilder<unknown>) =>
  sql<Consultant | null>`(select to_jsonb(found) from private.consultant_of(${organisation}, ${person}) found where found.name is not null)`

/** The client companies of a consultant by name, with their paid purchases and their own people. */
export const clientCompanies = (tx: Transaction<DB>, consultantId: string): Promise<ClientCompany[]> =>
  tx
    .selectFrom('organisations as client')
    .select(({ selectFrom, fn }) => [
      'client.id',
      'client.name',
      'client.rut',
      selectFrom('orders')
        .whereRef('orders.organisation_id', '=', 'client.id')
        .where('orders.status', 'in', ['paid', 'refunded', 'charged_back'])
        .select(fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('purchases'),
      selectFrom('organisation_members as member')
        .whereRef('member.organisation_id', '=', 'client.id')
        .select(fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('people'),
    ])
    .where('client.consultant_id', '=', consultantId)
    .orderBy('client.name')
    .orderBy('client.id')
    .limit(MAX_CLIENT_COMPANIES)
    .execute()

/** An organisation of which a person is a member, as the staff see it. */
export type OrganisationOfPerson = {
  id: string
  name: string
  role: OrganisationRole
  is_consultant: boolean
  consultant: string | null
  clients: number
}

/** The organisations of which a person is a member, by name. For the staff. */
export const organisationsOfPerson = (tx: Transaction<DB>, userId: string): Promise<OrganisationOfPerson[]> =>
  tx
    .selectFrom('organisation_members as member')
    .innerJoin('organisations as organisation', 'organisation.id', 'member.organisation_id')
    .leftJoin('organisations as consultant', 'consultant.id', 'organisation.consultant_id')
    .select(({ selectFrom, fn }) => [
      'organisation.id',
      'organisation.name',
      'member.role',
      'organisation.is_consultant',
      'consultant.name as consultant',
      selectFrom('organisations as client')
        .whereRef('client.consultant_id', '=', 'organisation.id')
        .select(fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('clients'),
    ])
    .where('member.user_id', '=', userId)
    .where('organisation.closed_at', 'is', null)
    .orderBy('organisation.name')
    .orderBy('organisation.id')
    .execute()

type Mark = { actor: Actor; organisationId: string; isConsultant: boolean }

/** Marks an organisation as a consultant, which may have client companies, or ends that. For the staff. @throws Refusal */
export const markConsultant = (db: Kysely<DB>, { actor, organisationId, isConsultant }: Mark): Promise<void> =>
  asActor(db, actor, async tx => {
    const mark = sql`private.mark_consultant(${organisationId}::uuid, ${isConsultant})`
    const outcome = await callFunction<string>(tx, mark)
    if (outcome === 'unchanged') return
    if (outcome === 'is_client') refuse('Es una empresa cliente de una consultora: no puede ser consultora.')
    if (outcome === 'has_clients') {
      refuse('Tiene empresas cliente: primero tiene que cerrarlas o dejar de administrarlas.')
    }
    if (outcome !== 'marked') refuse('Esa organización ya no existe. Recarga la página.')
    const action = isConsultant ? 'organisation_marked_consultant' : 'organisation_unmarked_consultant'
    await writeAudit(tx, { action, ...entryOf(organisationId) })
  })

import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { asActor, VISITOR } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { OrganisationRole } from '#app/platform/database/values.ts'
import { digestOf } from '#app/platform/secrets/shop-secrets.server.ts'
import { type InvitationState, type Member, type Membership, type OpenInvitation, OWN } from './organisations.ts'

/**
 * The one rule of who may act on an order, an item or an access: its buyer, or the members of its organisation with
 * the needed role or one above it. The policies of row-level security check the same with `private.actor_holders`.
 * @param column `holder_id` of the row, with its table's name in the query.
 */
export const canActSql = (
  column: `${string}.holder_id`,
  userId: string,
  needed: OrganisationRole,
): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} = any ((select private.holders_of(${userId}::uuid, ${needed}))::uuid[])`

/**
 * The rule for what shows results: everything to those who coordinate, completed accesses to those who only see results.
 * @param access the name of `user_accesses` in the query.
 */
export const canReadResultsSql = (access: string, userId: string): RawBuilder<boolean> =>
  sql<boolean>`(${canActSql(`${access}.holder_id`, userId, 'coordinator')} or (
    ${sql.ref(`${access}.completed_at`)} is not null and ${canActSql(`${access}.holder_id`, userId, 'results')}))`

const isClient = sql<boolean>`organisation.consultant_id is not null`

/** The organisations of a user, each with the strongest role: as a member, or as a member of its consultant. */
export const rolesOf = (userId: string) =>
  sql<{ organisation_id: string; role: OrganisationRole }>`private.roles_of(${userId}::uuid)`.as('belonging')

/** The organisations of a user by name, client companies after the others. */
export const membershipsOf = (tx: Transaction<DB>, userId: string): Promise<Membership[]> =>
  tx
    .selectFrom(rolesOf(userId))
    .innerJoin('organisations as organisation', 'organisation.id', 'belonging.organisation_id')
    .where('organisation.closed_at', 'is', null)
    .orderBy(isClient)
    .orderBy('organisation.name')
    .orderBy('organisation.id')
    .select([
      'organisation.id',
      'organisation.name',
      'organisation.rut',
      'organisation.is_consultant',
      isClient.as('is_client'),
      'belonging.role',
    ])
    .execute()

/** The organisations in whose name a user buys, by name. */
export const buyingOrganisations = async (tx: Transaction<DB>, userId: string): Promise<Membership[]> =>
  (await membershipsOf(tx, userId)).filter(({ role }) => role === 'buyer')

/** The organisation, if the user buys in its name. */
export const buysFor = async (tx: Transaction<DB>, userId: string, organisationId: string) =>
  (await buyingOrganisations(tx, userId)).find(({ id }) => id === organisationId)

/**
 * The holder of what an address shows, by the rule of `selectOwner`, for queries that don't wait for the user's organisations.
 * @param needed the role, or one above it, in which the user sees an organisation's.
 */
export function requestedHolder(
  userId: string,
  requested: string | null,
  needed: OrganisationRole,
): RawBuilder<string> {
  if (requested === OWN) return sql<string>`${userId}::uuid`
  // As a text, and only what can be an id: an address may contain what PostgreSQL takes for none (NUL).
  const id = z.uuid().safeParse(requested).data ?? ''
  return sql<string>`(select private.requested_holder(${userId}::uuid, ${id}, ${needed}))`
}

/**
 * The people of an organisation in the order in which they came; none for who is not a member. For who belongs to the consultant of a client
 * company also the consultant's.
 * @param organisationId an id, or an expression of it, which may be null.
 */
export async function peopleOf(
  tx: Transaction<DB>,
  organisationId: string | RawBuilder<string | null>,
): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select user_id, role, joined_at, btrim(first_name || ' ' || last_name) as name, email, of_consultant
    from private.organisation_people((${organisationId})::uuid)`.execute(tx)
  return rows
}

/** What a function of the database returns. */
export async function callFunction<Value>(tx: Transaction<DB>, call: RawBuilder<unknown>): Promise<Value | null> {
  const { rows } = await sql<{ value: Value | null }>`select ${call} as value`.execute(tx)
  return rows[0]?.value ?? null
}

/** Invitations that can still be accepted or have expired, newest first. */
export const openInvitations = (tx: Transaction<DB>, organisationId: string): Promise<OpenInvitation[]> =>
  tx
    .selectFrom('organisation_invitations')
    .select(['id', 'email', 'role', 'expires_at'])
    .where('organisation_id', '=', organisationId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(100)
    .execute()

type Link = { token: string; userId: string | undefined; now: Date }
export type ShownInvitation = { organisation: string; role: OrganisationRole; inviter: string; state: InvitationState }

/** An invitation by the token of its link, as it stands for the user, or for somebody who is not signed in. */
export async function findInvitation(
  db: Kysely<DB>,
  { token, userId, now }: Link,
): Promise<ShownInvitation | undefined> {
  const { rows } = await asActor(db, userId === undefined ? VISITOR : { kind: 'user', userId }, tx =>
    sql<ShownInvitation>`select * from private.organisation_invitation(${digestOf(token)}, ${now})`.execute(tx),
  )
  return rows[0]
}

/** Accepts an invitation once, for the signed-in person whose confirmed address it names. Undefined where it can't be accepted. */
export const acceptInvitation = (db: Kysely<DB>, { token, userId, now }: Link & { userId: string }) =>
  asActor(db, { kind: 'user', userId }, async tx => {
    const { rows } = await sql<{ outcome: string; organisation: string; given_role: OrganisationRole }>`
      select * from private.accept_organisation_invitation(${digestOf(token)}, ${now})`.execute(tx)
    const [accepted] = rows
    if (accepted?.outcome !== 'accepted') return undefined
    const { organisation: id, given_role: role } = accepted
    const after = { member: userId, role }
    await writeAudit(tx, { action: 'organisation_joined', entity: 'organisations', entity_id: id, after })
    return id
  })

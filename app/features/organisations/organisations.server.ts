import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { asActor, VISITOR } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { OrganisationRole } from '#app/platform/database/values.ts'
import { digestOf } from '#app/platform/secrets/shop-secrets.server.ts'
import { type InvitationState, type Member, type Membership, type OpenInvitation, OWN } from './organisations.ts'

/** Whether a member's role may do what the needed one may. @param column the role, with its table's name in the query. */
const hasRoleSql = (column: `${string}.role`, needed: OrganisationRole): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} = any (private.roles_with(${needed}))`

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
  sql<boolean>`${sql.ref(column)} = any (array(
    select ${userId}::uuid
    union all
    select member.organisation_id from organisation_members member
    where member.user_id = ${userId}::uuid and ${hasRoleSql('member.role', needed)}))`

/**
 * The rule for what shows results: everything to those who coordinate, completed accesses to those who only see results.
 * @param access the name of `user_accesses` in the query.
 */
export const canReadResultsSql = (access: string, userId: string): RawBuilder<boolean> =>
  sql<boolean>`(${canActSql(`${access}.holder_id`, userId, 'coordinator')} or (
    ${sql.ref(`${access}.completed_at`)} is not null and ${canActSql(`${access}.holder_id`, userId, 'results')}))`

const memberships = (tx: Transaction<DB>, userId: string) =>
  tx
    .selectFrom('organisation_members as member')
    .innerJoin('organisations as organisation', 'organisation.id', 'member.organisation_id')
    .where('member.user_id', '=', userId)
    .where('organisation.closed_at', 'is', null)
    .orderBy('organisation.name')
    .orderBy('organisation.id')

/** The organisations of a user, by name. */
export const membershipsOf = (tx: Transaction<DB>, userId: string): Promise<Membership[]> =>
  memberships(tx, userId).select(['organisation.id', 'organisation.name', 'organisation.rut', 'member.role']).execute()

/** The organisations in whose name a user buys, by name. */
export const buyingOrganisations = async (tx: Transaction<DB>, userId: string): Promise<Membership[]> =>
  (await membershipsOf(tx, userId)).filter(({ role }) => role === 'buyer')

/** Whether a user buys in the name of an organisation. */
export const buysFor = async (tx: Transaction<DB>, userId: string, organisationId: string): Promise<boolean> =>
  (await buyingOrganisations(tx, userId)).some(({ id }) => id === organisationId)

/**
 * The holder of what an address shows, by the rule of `selectOwner`, for queries that don't wait for the user's organisations.
 * @param needed the role, or one above it, in which the user sees an organisation's.
 */
export function requestedHolder(
  tx: Transaction<DB>,
  userId: string,
  requested: string | null,
  needed: OrganisationRole,
) {
  if (requested === OWN) return sql<string>`${userId}::uuid`
  // As a text, and only what can be an id: an address may contain what PostgreSQL takes for none (NUL).
  const id = z.uuid().safeParse(requested).data ?? ''
  const first = memberships(tx, userId)
    .where(hasRoleSql('member.role', needed))
    .select('organisation.id')
    .clearOrderBy()
    .orderBy(sql`organisation.id::text = ${id}`, 'desc')
    .orderBy('organisation.name')
    .orderBy('organisation.id')
    .limit(1)
  return sql<string>`coalesce((${first}), ${userId}::uuid)` satisfies RawBuilder<string>
}

/** The people of an organisation in the order in which they came; none for who is not a member. */
export async function peopleOf(tx: Transaction<DB>, organisationId: string): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select user_id, role, joined_at, btrim(first_name || ' ' || last_name) as name, email
    from private.organisation_people(${organisationId}::uuid)`.execute(tx)
  return rows
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

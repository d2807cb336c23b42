import { type RawBuilder, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { DAY_MS } from '#app/kernel/dates.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { OrganisationRole } from '#app/platform/database/values.ts'
import { type Member, type Membership, type OpenInvitation, OWN } from './organisations.ts'
import { hasRoleSql } from './owners.db.server.ts'

const organisationId = z.uuid()

const memberships = (tx: Transaction<DB>, userId: string) =>
  tx
    .selectFrom('organisation_members as member')
    .innerJoin('organisations as organisation', 'organisation.id', 'member.organisation_id')
    .where('member.user_id', '=', userId)
    .where('organisation.closed_at', 'is', null)

/** The organisations of a user, by name. */
export const membershipsOf = (tx: Transaction<DB>, userId: string): Promise<Membership[]> =>
  memberships(tx, userId)
    .select(['organisation.id', 'organisation.name', 'organisation.rut', 'member.role'])
    .orderBy('organisation.name')
    .orderBy('organisation.id')
    .execute()

/**
 * The holder of what an address shows, by the rule of `selectScope`, for queries that don't wait for the user's organisations.
 * @param needed the role, or one above it, in which the user sees an organisation's.
 */
export const scopeHolder = (
  tx: Transaction<DB>,
  userId: string,
  requested: string | null,
  needed: OrganisationRole,
): RawBuilder<string> =>
  requested === OWN
    ? sql<string>`${userId}::uuid`
    : sql<string>`coalesce((${memberships(tx, userId)
        .where(hasRoleSql('member.role', needed))
        .select('organisation.id')
        // As a text, and only what can be an id: an address may contain what PostgreSQL takes for none (NUL).
        .orderBy(sql`organisation.id::text = ${organisationId.safeParse(requested).data ?? ''}`, 'desc')
        .orderBy('organisation.name')
        .orderBy('organisation.id')
        .limit(1)}), ${userId}::uuid)`

/** The organisations in whose name a user buys, by name. */
export const buyingOrganisations = async (tx: Transaction<DB>, userId: string): Promise<Membership[]> =>
  (await membershipsOf(tx, userId)).filter(({ role }) => role === 'buyer')

/** Whether a user buys in the name of an organisation. */
export const buysFor = async (tx: Transaction<DB>, userId: string, organisationId: string): Promise<boolean> =>
  (await buyingOrganisations(tx, userId)).some(({ id }) => id === organisationId)

/** The people of an organisation in the order in which they came; none for who is not a member. */
export async function peopleOf(tx: Transaction<DB>, organisationId: string): Promise<Member[]> {
  const { rows } = await sql<Omit<Member, 'name'> & { first_name: string; last_name: string }>`
    select * from private.organisation_people(${organisationId}::uuid)`.execute(tx)
  return rows.map(({ first_name, last_name, ...member }) => ({ ...member, name: `${first_name} ${last_name}`.trim() }))
}

/** An organisation in which the user has the role that buys, locked until the transaction ends. */
export const holdOrganisation = (tx: Transaction<DB>, userId: string, organisationId: string) =>
  tx
    .selectFrom('organisations')
    .select(['id', 'name', 'rut'])
    .where('id', '=', organisationId)
    .where('closed_at', 'is', null)
    .where(
      sql<boolean>`exists (select from organisation_members member where member.organisation_id = organisations.id
        and member.user_id = ${userId}::uuid and member.role = 'buyer')`,
    )
    .forUpdate()
    .executeTakeFirst()

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

/** How many invitations of an organisation are open, and how many were sent in the last day. */
export async function countInvitations(tx: Transaction<DB>, organisationId: string, now: Date) {
  const dayAgo = new Date(now.getTime() - DAY_MS)
  return tx
    .selectFrom('organisation_invitations')
    .select(({ fn }) => [
      fn
        .countAll<number>()
        .filterWhere('accepted_at', 'is', null)
        .filterWhere('revoked_at', 'is', null)
        .filterWhere('expires_at', '>', now)
        .as('open'),
      fn.countAll<number>().filterWhere('created_at', '>', dayAgo).as('today'),
    ])
    .where('organisation_id', '=', organisationId)
    .executeTakeFirstOrThrow()
}

/** Ends open invitations of an organisation: one by its id, or those to some addresses. Returns the addresses. */
export async function endInvitations(
  tx: Transaction<DB>,
  organisationId: string,
  which: { id: string } | { emails: readonly string[] },
  now: Date,
): Promise<string[]> {
  const rows = await tx
    .updateTable('organisation_invitations')
    .set({ revoked_at: now })
    .where('organisation_id', '=', organisationId)
    .where(({ eb, val }) =>
      'id' in which ? eb('id', '=', which.id) : eb('email', '=', eb.fn.any(val([...which.emails]))),
    )
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('email')
    .execute()
  return rows.map(({ email }) => email)
}

/** Gives a member another role. Undefined: not a member. @throws the constraint `organisations_keep_a_buyer`. */
export const setRole = (tx: Transaction<DB>, organisationId: string, memberId: string, role: OrganisationRole) =>
  tx
    .updateTable('organisation_members')
    .set({ role })
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', memberId)
    .returning('user_id')
    .executeTakeFirst()

/** Removes a member. Undefined: not a member. @throws the constraint `organisations_keep_a_buyer`. */
export const removeMember = (tx: Transaction<DB>, organisationId: string, memberId: string) =>
  tx
    .deleteFrom('organisation_members')
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', memberId)
    .returning(['user_id', 'role'])
    .executeTakeFirst()

import { type RawBuilder, sql } from 'kysely'
import type { OrganisationRole } from '#app/platform/database/values.ts'

/** Whether a member's role may do what the needed one may. @param column the role, with its table's name in the query. */
export const hasRoleSql = (column: `${string}.role`, needed: OrganisationRole): RawBuilder<boolean> =>
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

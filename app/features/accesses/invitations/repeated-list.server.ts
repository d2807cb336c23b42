import { type Kysely, sql, type Transaction } from 'kysely'
import { findPaidItem, paidItem } from '#app/features/accesses/accesses.server.ts'
import { jobRoleText, splitName } from '#app/features/accesses/accesses.ts'
import { asActor, readAs } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ListedPerson } from './invitation-list.ts'
import { insertDraft } from './invitations.server.ts'

type Requested = { userId: string; itemId: string }

/** Whoever was invited to the purchase that an item repeats and has no seat of this one yet; the user coordinates both. */
const invitedBefore = (tx: Transaction<DB>, { userId, itemId }: Requested) =>
  paidItem(tx, userId, itemId, 'coordinator')
    .innerJoin('order_items as earlier', 'earlier.id', 'item.repeats_order_item_id')
    .innerJoin('orders as earlier_order', 'earlier_order.id', 'earlier.order_id')
    .innerJoin('user_accesses as access', 'access.order_item_id', 'earlier.id')
    .where('item.mode', '=', 'business')
    .where(sql<boolean>`private.actor_may(earlier.holder_id, 'coordinator')`)
    .where('earlier.deleted_at', 'is', null)
    .where('earlier_order.status', '=', 'paid')
    .where('access.invited_by_user_id', 'is not', null)
    .where('access.status', '<>', 'revoked')
    .where('access.blocked_at', 'is', null)
    .where('access.erased_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('user_accesses as seated')
            .select('seated.id')
            .whereRef('seated.order_item_id', '=', 'item.id')
            .whereRef('seated.email', '=', 'access.email')
            .where('seated.status', '<>', 'revoked'),
        ),
      ),
    )

export type RepeatedList = { order_number: string; people: number }

/** How many people of the earlier purchase can be invited again; undefined where an item repeats none, or all are invited. */
export const findRepeatedList = (db: Kysely<DB>, requested: Requested): Promise<RepeatedList | undefined> =>
  readAs(db, { kind: 'user', userId: requested.userId }, tx =>
    invitedBefore(tx, requested)
      .select(({ fn }) => ['earlier_order.order_number', fn.countAll<number>().as('people')])
      .groupBy('earlier_order.order_number')
      .executeTakeFirst(),
  )

/**
 * Makes a list of these people, as an uploaded one: nobody is invited before it was looked at and confirmed.
 * @returns the list's id; undefined where there is nobody, or the user does not coordinate both purchases
 */
export const prepareRepeatedList = (db: Kysely<DB>, requested: Requested): Promise<string | undefined> =>
  asActor(db, { kind: 'user', userId: requested.userId }, async tx => {
    if (!(await findPaidItem(tx, requested.userId, requested.itemId))) return undefined
    const rows = await invitedBefore(tx, requested)
      .select([
        'access.email',
        'access.first_name',
        'access.last_name',
        'access.invitee_name',
        'access.job_role',
        'access.department',
      ])
      .orderBy('access.created_at')
      .orderBy('access.id')
      .limit(1000)
      .execute()
    const people = rows.map((row): ListedPerson => {
      const named = row.first_name ? row : splitName(row.invitee_name ?? '')
      return {
        firstName: named.first_name ?? '',
        lastName: named.last_name ?? '',
        email: row.email,
        role: jobRoleText(row.job_role),
        area: row.department ?? '',
      }
    })
    return people.length === 0 ? undefined : insertDraft(tx, { ...requested, people })
  })

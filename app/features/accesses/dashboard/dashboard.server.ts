import { type RawBuilder, sql, type Transaction } from 'kysely'
import { accessesEndAt, dueAt } from '#app/features/accesses/accesses.server.ts'
import {
  accessState,
  countGroups,
  type DashboardAccess,
  type DashboardGroup,
  type GroupCounts,
  groupState,
  isExpired,
  jobRoleText,
} from '#app/features/accesses/accesses.ts'
import { canActSql } from '#app/features/organisations/organisations.server.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { OrganisationRole } from '#app/platform/database/values.ts'
import { accessCode } from '#app/platform/secrets/access-code.server.ts'

/** Items per page, and accesses shown of each; the others are on the item's own page. */
const PAGE_ITEMS = 10
const SHOWN_ACCESSES = 25

export type DashboardPage = { groups: DashboardGroup[]; counts: GroupCounts; page: number; pages: number }

/**
 * A page of the items of paid orders of a buyer or an organisation, newest order first, with their first accesses and
 * the counters over all items (specification 2, sections 6 and 7). Three queries side by side, however many items and
 * accesses there are; a page beyond the last one takes two more.
 * @param holderId the organisation in which the user has `role`; by default the user.
 */
export async function dashboardPage(
  tx: Transaction<DB>,
  { userId, now, page, holderId = userId, ...scope }: Shown,
): Promise<DashboardPage> {
  const holder = { userId, holderId }
  const found = await allKeyed({
    items: countItems(tx, holder),
    shown: findPage(tx, holder, page),
    role: scope.role,
  })
  const { role = 'buyer' } = found
  const counts = countGroups(found.items)
  const pages = Math.max(1, Math.ceil(counts.total / PAGE_ITEMS))
  const at = Math.min(page, pages)
  const { items, accesses } = at === page ? found.shown : await findPage(tx, holder, at)
  const groups = items.map(({ questionnaire_id, expires_at, completed, started, ...item }) => ({
    ...item,
    completed,
    role,
    has_questionnaire: questionnaire_id !== null,
    expired: isExpired({ expires_at }, now),
    state: groupState({ people: item.used_seats, completed, started }),
    accesses: (accesses.get(item.item_id) ?? []).map(row => toAccess(row, { userId, role, now })),
  }))
  return { groups, counts, page: at, pages }
}

type Shown = {
  userId: string
  now: Date
  page: number
  holderId?: Holder['holderId'] | undefined
  /** May still be looked up. */
  role?: OrganisationRole | Promise<OrganisationRole | undefined> | undefined
}

/** The holder's id, or an expression of it. */
type Holder = { userId: string; holderId: string | RawBuilder<string> }

const paidItems = (tx: Transaction<DB>, { userId, holderId }: Holder) =>
  tx
    .selectFrom('order_items')
    .innerJoinLateral(
      inner =>
        inner
          .selectFrom('orders')
          .whereRef('orders.id', '=', 'order_items.order_id')
          .select(['id', 'order_number', 'created_at', 'holder_id', 'status', 'paid_at', 'access_days'])
          // Keeps it one lookup for each item. While a table that grew has no new statistics PostgreSQL expects one item, and would read all
          // paid orders for each of hundreds.
          .offset(0)
          .as('orders'),
      join => join.onTrue(),
    )
    .innerJoin('assessments', 'assessments.id', 'order_items.assessment_id')
    .where('order_items.holder_id', '=', holderId)
    .where(canActSql('orders.holder_id', userId, 'results'))
    .where('orders.status', '=', 'paid')
    .where('order_items.deleted_at', 'is', null)
    // Added seats count with the item that they were added to.
    .where('order_items.tops_up_item_id', 'is', null)
    .where('assessments.deleted_at', 'is', null)

/** How many items have the same counts of people, completed and started. */
const countItems = (tx: Transaction<DB>, holder: Holder) =>
  paidItems(tx, holder)
    .innerJoinLateral(countAccesses(tx, holder, 'order_items.id'), join => join.onTrue())
    .groupBy(['order_items.used_seats', 'counted.completed', 'counted.started'])
    .select(({ fn }) => [
      'order_items.used_seats as people',
      'counted.completed',
      'counted.started',
      fn.countAll<number>().as('items'),
    ])
    .execute()

/**
 * How many accesses of an item are completed and started: an index-only scan of neighbours. For each item it takes as long as one aggregate
 * over all of them, which PostgreSQL would join to each item anew while it expects one (above).
 */
const countAccesses = (tx: Transaction<DB>, { holderId }: Holder, itemId: 'order_items.id' | 'item.item_id') =>
  tx
    .selectFrom('user_accesses as access')
    .where('access.order_item_id', '=', sql.ref<string>(itemId))
    .where('access.holder_id', '=', holderId)
    .where('access.status', '<>', 'revoked')
    .select(({ fn }) => [
      fn.count<number>('access.completed_at').as('completed'),
      fn.count<number>('access.accessed_at').as('started'),
    ])
    .as('counted')

/** @param page from 1 */
const findPage = (tx: Transaction<DB>, holder: Holder, page: number) =>
  allKeyed({ items: findItems(tx, holder, page), accesses: findAccesses(tx, holder, page) })

const pageItems = (tx: Transaction<DB>, holder: Holder, page: number) =>
  paidItems(tx, holder)
    .orderBy('orders.created_at', 'desc')
    .orderBy('order_items.id')
    .limit(PAGE_ITEMS)
    .offset((page - 1) * PAGE_ITEMS)

const findItems = (tx: Transaction<DB>, holder: Holder, page: number) =>
  tx
    .selectFrom(
      pageItems(tx, holder, page)
        .select([
          'order_items.id as item_id',
          'order_items.mode',
          'order_items.total_seats',
          'order_items.used_seats',
          'order_items.result_mode',
          'order_items.repeats_order_item_id',
          'orders.id as order_id',
          'orders.order_number',
          'orders.created_at as order_created_at',
          'assessments.id as assessment_id',
          'assessments.slug',
          'assessments.name',
          'assessments.description_short as description',
          'assessments.type',
          'assessments.questionnaire_id',
          'assessments.duration_min',
          'assessments.duration_max',
          dueAt('order_items').as('due_at'),
          accessesEndAt('orders').as('expires_at'),
        ])
        .as('item'),
    )
    .innerJoinLateral(countAccesses(tx, holder, 'item.item_id'), join => join.onTrue())
    .selectAll('item')
    .select([
      'counted.completed',
      'counted.started',
      sql<boolean>`item.result_mode = 'nominative' or coalesce(private.targets_end(item.item_id) = 'published', false)`.as(
        'published',
      ),
      sql<boolean>`private.item_is_invited(item.item_id)`.as('mode_fixed'),
    ])
    .orderBy('item.order_created_at', 'desc')
    .orderBy('item.item_id')
    .execute()

async function findAccesses(tx: Transaction<DB>, holder: Holder, page: number) {
  const { holderId } = holder
  const rows = await tx
    .selectFrom('order_items as item')
    .innerJoinLateral(
      inner =>
        inner
          .selectFrom('user_accesses')
          .select([
            'id',
            'order_item_id',
            'email',
            'first_name',
            'last_name',
            'invitee_name',
            'job_role',
            'department',
            'access_code',
            'invited_by_user_id',
            'user_id',
            'accessed_at',
            'completed_at',
            'progress',
            'expires_at',
            'created_at',
            'result_mode',
          ])
          .whereRef('order_item_id', '=', 'item.id')
          .where('holder_id', '=', holderId)
          .where('status', '<>', 'revoked')
          // The buyer's own access first, then the others in the order of their invitations.
          .orderBy('invited_by_user_id', order => order.asc().nullsFirst())
          .orderBy('created_at')
          .orderBy('id')
          .limit(SHOWN_ACCESSES)
          .as('access'),
      join => join.onTrue(),
    )
    .selectAll('access')
    // It finds the page again instead of waiting for it.
    .where(sql<boolean>`item.id = any (array(${pageItems(tx, holder, page).select('order_items.id')}))`)
    .orderBy('access.invited_by_user_id', order => order.asc().nullsFirst())
    .orderBy('access.created_at')
    .orderBy('access.id')
    .execute()
  return Map.groupBy(rows, row => row.order_item_id)
}

type AccessRow = Awaited<ReturnType<typeof findAccesses>> extends Map<string, (infer Row)[]> ? Row : never

/**
 * Of another person who was promised confidentiality the database returns only whether the access is completed (spec D18).
 */
const toAccess = (
  row: AccessRow,
  { userId, role, now }: { userId: string; role: OrganisationRole; now: Date },
): DashboardAccess => {
  const own = row.invited_by_user_id === null && row.user_id === userId
  const of_buyer = row.invited_by_user_id === null && !own
  const confidential = row.result_mode === 'confidential' && !own
  return {
    id: row.id,
    email: row.email,
    name: row.invitee_name ?? `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim(),
    job_role: jobRoleText(row.job_role),
    department: row.department ?? '',
    access_code: confidential || of_buyer || role === 'results' ? null : accessCode(row.access_code),
    own,
    of_buyer,
    confidential,
    state: accessState(row),
    progress: row.progress,
    expires_at: row.expires_at,
    expired: isExpired(row, now),
  }
}

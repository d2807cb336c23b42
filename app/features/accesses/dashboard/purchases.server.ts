import { type RawBuilder, sql, type Transaction } from 'kysely'
import { accessesEndAt, dueAt } from '#app/features/accesses/accesses.server.ts'
import { LEAST_REMINDER_DAYS, MOST_REMINDERS } from '#app/features/accesses/invitations/due-reminders.ts'
import { LEAST_PEOPLE } from '#app/features/accesses/result-modes.ts'
import { canActSql } from '#app/features/organisations/organisations.server.ts'
import { addDays } from '#app/kernel/dates.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { NEW_RESULT_DAYS, RANKS, ruleRank, STEP_RULES, type StepFact } from './next-step.ts'

/** Purchases per page. */
export const PAGE_ITEMS = 10

/** Whose purchases are shown: the holder's id, or an expression of it. */
export type Holder = {
  userId: string
  holderId: string | RawBuilder<string>
  now: Date
  /** Of those of the holder this one alone. */
  itemId?: string | undefined
}

/** The items of paid orders of a buyer or an organisation (specification 2, section 6). */
const paidItems = (tx: Transaction<DB>, { userId, holderId, itemId }: Holder) =>
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
    .$if(itemId !== undefined, query => query.where('order_items.id', '=', itemId ?? ''))
    .where(canActSql('orders.holder_id', userId, 'results'))
    .where('orders.status', '=', 'paid')
    .where('order_items.deleted_at', 'is', null)
    // Added seats count with the item that they were added to.
    .where('order_items.tops_up_item_id', 'is', null)
    .where('assessments.deleted_at', 'is', null)

/**
 * What an item's accesses amount to: an index-only scan of neighbours (`user_accesses_counted`). For each item it takes as long as one
 * aggregate over all of them, which PostgreSQL would join to each item anew while it expects one (above).
 */
const countAccesses = (tx: Transaction<DB>, { userId, holderId, now }: Holder) => {
  const mine = sql<boolean>`access.invited_by_user_id is null and access.user_id = ${userId}::uuid`
  const open = sql<boolean>`access.completed_at is null and access.expires_at > ${now}`
  // As `isReminderDue` decides it.
  const due = sql<boolean>`access.invited_by_user_id is not null and ${open} and access.blocked_at is null
    and access.reminders_sent < ${sql.lit(MOST_REMINDERS)}
    and coalesce(access.reminded_at, access.created_at)
      <= ${now}::timestamptz - make_interval(days => coalesce(order_items.reminder_days, ${sql.lit(LEAST_REMINDER_DAYS)}))`
  const count = (where: RawBuilder<boolean>) => sql<number>`count(*) filter (where ${where})`
  return tx
    .selectFrom('user_accesses as access')
    .where('access.order_item_id', '=', sql.ref<string>('order_items.id'))
    .where('access.holder_id', '=', holderId)
    .where('access.status', '<>', 'revoked')
    .select(({ fn }) => [
      fn.count<number>('access.completed_at').as('completed'),
      fn.count<number>('access.accessed_at').as('started'),
      fn.count<number>('access.invited_by_user_id').as('invited'),
      fn.max('access.completed_at').as('finished_at'),
      count(sql`access.invited_by_user_id is not null and access.completed_at is not null`).as('invited_completed'),
      count(sql`access.invited_by_user_id is null and access.completed_at is null and access.accessed_at is null`).as(
        'own_unbegun',
      ),
      count(sql`${mine} and ${open} and access.accessed_at is null`).as('own_waits'),
      count(sql`${mine} and ${open} and access.accessed_at is not null`).as('own_begun'),
      count(sql`${mine} and access.completed_at is not null`).as('own_completed'),
      count(mine).as('own_seats'),
      count(due).as('due_reminders'),
    ])
    .as('counted')
}

const countedItems = (tx: Transaction<DB>, holder: Holder) =>
  paidItems(tx, holder)
    .innerJoinLateral(countAccesses(tx, holder), join => join.onTrue())
    .selectAll('counted')
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
      canActSql('orders.holder_id', holder.userId, 'coordinator').as('manages'),
      sql<boolean>`order_items.result_mode = 'nominative'
        or coalesce(private.targets_end(order_items.id) = 'published', false)`.as('published'),
    ])
    // Each column is computed once, however often it is named below.
    .offset(0)

const HAS_RESULTS = sql<boolean>`item.questionnaire_id is not null
  and (item.total_seats = 1 and item.own_completed > 0 or item.completed > 0 and item.published)`

/** What decides the next step of an item, over the columns of `countedItems`. */
const factsOf = (now: Date): Record<StepFact, RawBuilder<boolean>> => ({
  own_begun: sql`item.questionnaire_id is not null and item.own_begun > 0`,
  own_waits: sql`item.questionnaire_id is not null and item.own_waits > 0`,
  own_workshop: sql`item.questionnaire_id is null and item.own_seats > 0`,
  for_one: sql`item.total_seats = 1`,
  can_invite: sql`item.manages and item.used_seats < item.total_seats and item.expires_at > ${now}`,
  nobody_invited: sql`item.invited = 0`,
  nobody_done: sql`item.completed = 0`,
  reminders_due: sql`item.manages and item.questionnaire_id is not null and item.due_reminders > 0`,
  can_publish: sql`item.manages and not item.published and item.invited_completed >= ${sql.lit(LEAST_PEOPLE)}
    and (item.invited_completed = item.invited or item.expires_at <= ${now})`,
  has_results: HAS_RESULTS,
  // The own seat of a company's purchase comes with it: nobody waits for it before it is begun.
  new_results: sql`${HAS_RESULTS} and item.finished_at > ${addDays(now, -NEW_RESULT_DAYS)}
    and (item.total_seats = 1 or item.invited > 0)
    and item.completed = item.used_seats - case when item.mode = 'business' then item.own_unbegun else 0 end`,
  has_people: sql`item.manages and item.total_seats > 1`,
})

const withFacts = (tx: Transaction<DB>, holder: Holder) => {
  const named = Object.entries(factsOf(holder.now)).map(
    ([fact, holds]) => sql`case when ${holds} then ${sql.lit(fact)} end`,
  )
  return tx
    .selectFrom(countedItems(tx, holder).as('item'))
    .selectAll('item')
    .select(sql<StepFact[]>`array_remove(array[${sql.join(named)}], null)`.as('facts'))
    .offset(0)
}

/** The rank of an item's next step, by the rules of `nextStep`. */
const rankSql = sql<number>`case ${sql.join(
  STEP_RULES.map(
    rule =>
      sql`when item.facts @> array[${sql.join(rule.when.map(fact => sql.lit(fact)))}] then ${sql.lit(ruleRank(rule))}`,
  ),
  sql` `,
)} else ${sql.lit(ruleRank())} end`

const rankedItems = (tx: Transaction<DB>, holder: Holder) =>
  tx
    .selectFrom(withFacts(tx, holder).as('item'))
    .selectAll('item')
    .select([
      rankSql.as('rank'),
      sql<number>`count(*) over ()`.as('all_items'),
      // As `groupState` decides it.
      sql<number>`count(*) filter (where item.used_seats > 0 and item.completed = item.used_seats) over ()`.as(
        'all_completed',
      ),
      sql<number>`count(*) filter (where item.completed <> item.used_seats and (item.completed > 0 or item.started > 0)) over ()`.as(
        'all_in_progress',
      ),
    ])

const inOrder = sql`item.rank, case when item.rank in (${sql.lit(RANKS.news)}, ${sql.lit(RANKS.results)}) then item.finished_at end desc nulls last,
  item.order_created_at desc, item.item_id`

/**
 * A page of purchases with the own seat and the level that they have reached: results that have just been finished, then what needs somebody, then
 * other results, the newest result first, then the others; the newest order first. Each row has the counters over all of them. One statement, which looks at every
 * item of the holder once; levels are read of the page's items alone.
 * @param page from 1
 */
export const findPurchases = (tx: Transaction<DB>, holder: Holder, page: number) =>
  tx
    .selectFrom(
      tx
        .selectFrom(rankedItems(tx, holder).as('item'))
        .selectAll('item')
        .orderBy(inOrder)
        .limit(PAGE_ITEMS)
        .offset((page - 1) * PAGE_ITEMS)
        .as('item'),
    )
    .leftJoinLateral(
      inner =>
        inner
          .selectFrom('user_accesses as access')
          .where('access.order_item_id', '=', sql.ref<string>('item.item_id'))
          .where('access.user_id', '=', holder.userId)
          .where('access.invited_by_user_id', 'is', null)
          .where('access.status', '<>', 'revoked')
          .select([
            'access.id',
            'access.email',
            'access.first_name',
            'access.last_name',
            'access.invitee_name',
            'access.accessed_at',
            'access.completed_at',
            'access.progress',
            'access.expires_at',
          ])
          .limit(1)
          .as('own'),
      join => join.onTrue(),
    )
    .selectAll('item')
    .select([
      'own.id as own_id',
      'own.email as own_email',
      'own.first_name as own_first_name',
      'own.last_name as own_last_name',
      'own.invitee_name as own_invitee_name',
      'own.accessed_at as own_accessed_at',
      'own.completed_at as own_completed_at',
      'own.progress as own_progress',
      'own.expires_at as own_expires_at',
      sql<number | null>`case when 'has_results' = any (item.facts) then private.item_level(item.item_id) end`.as(
        'level',
      ),
      sql<boolean>`private.item_is_invited(item.item_id)`.as('mode_fixed'),
    ])
    .orderBy(inOrder)
    .execute()

export type PurchaseRow = Awaited<ReturnType<typeof findPurchases>>[number]

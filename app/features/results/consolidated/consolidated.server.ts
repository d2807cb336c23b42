import { type RawBuilder, sql, type Transaction } from 'kysely'
import { paidItem } from '#app/features/accesses/accesses.server.ts'
import { canActSql } from '#app/features/organisations/organisations.server.ts'
import type { StoredBenchmark } from '#app/features/results/benchmark/shown-benchmark.server.ts'
import type { PairedSums } from '#app/features/results/change/compare.server.ts'
import type { Baseline } from '#app/features/results/change/comparison.ts'
import { MOST_MEASUREMENTS } from '#app/features/results/change/trend.ts'
import type { ShownRound } from '#app/features/results/shown.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { Sums, Tallies } from './tallies.ts'

/** A measurement that an item can be compared with. */
type StoredBaseline = Omit<Baseline, 'measured_at'> & { order_item_id: string; measured_at: string }

/** What an item can be compared with, the best first. */
const baselines = sql`private.item_baselines(item.id) with ordinality
  as baseline (order_item_id, round_number, product, order_number, measured_at, people, common, place)`

/** The purchases of a trend besides the item itself, as `trendBaselines` selects them. */
const trendItems = sql`array(
  select newest.order_item_id from (
    select distinct on (order_item_id) order_item_id, measured_at from ${baselines} order by order_item_id, people desc, measured_at desc) newest
  order by measured_at desc, order_item_id limit ${MOST_MEASUREMENTS - 1})`

type ComparedWith = {
  /** The key of a baseline; the first where it is none of the item's. */
  base: string | undefined
  /** Whether the purchases of its trend follow. */
  withTrend: boolean
}

/**
 * The ids of the item and of the one that it is compared with, as the database finds them; none where the user may not read the
 * results.
 */
export const comparedItems = (
  tx: Transaction<DB>,
  userId: string,
  itemId: string,
  { base, withTrend }: ComparedWith,
): RawBuilder<string[]> =>
  sql<string[]>`array(${paidItem(tx, userId, itemId, 'results').select(
    sql<string>`unnest(array_remove(array[item.id, (
      select order_item_id from ${baselines}
      order by ${base ?? ''} = concat_ws('.', order_item_id, round_number) desc, place limit 1)] || ${withTrend ? trendItems : sql`'{}'::uuid[]`}, null))`.as(
      'id',
    ),
  )})`

/** The item with its participation and what it can be compared with. */
export const findConsolidatedItem = (tx: Transaction<DB>, userId: string, itemId: string) =>
  paidItem(tx, userId, itemId, 'results')
    .innerJoinLateral(
      expression =>
        expression
          .selectFrom('user_accesses as access')
          .select(({ fn }) => [
            fn.countAll<number>().filterWhere('access.status', '=', 'completed').as('completed'),
            fn.countAll<number>().filterWhere('access.status', '=', 'in_use').as('started'),
            fn
              .countAll<number>()
              .filterWhere('access.status', '=', 'completed')
              .filterWhere('access.invited_by_user_id', 'is not', null)
              .as('completed_invited'),
            // The own seat of a company's purchase comes with it: nobody asked the buyer to answer.
            fn
              .countAll<number>()
              .filterWhere(({ not, and, eb }) =>
                not(
                  and([
                    eb('item.mode', '=', 'business'),
                    eb('access.invited_by_user_id', 'is', null),
                    eb('access.status', 'not in', ['in_use', 'completed']),
                  ]),
                ),
              )
              .as('asked'),
          ])
          .whereRef('access.order_item_id', '=', 'item.id')
          .where('access.status', '<>', 'revoked')
          .as('people'),
      join => join.onTrue(),
    )
    .select([
      'item.id',
      'item.mode',
      'item.total_seats as seats',
      'item.used_seats',
      'item.result_mode',
      'item.section_targets',
      'item.section_weights',
      'item.reporting_groups',
      'order.order_number',
      'order.created_at as bought_at',
      'product.name as product',
      'people.completed',
      'people.started',
      'people.completed_invited',
      'people.asked',
      canActSql('item.holder_id', userId, 'coordinator').as('manages'),
      sql<StoredBaseline[]>`coalesce((select jsonb_agg(baseline order by place) from ${baselines}), '[]')`.as(
        'baselines',
      ),
      sql<StoredBenchmark | null>`private.item_benchmark(item.id)`.as('benchmark'),
    ])
    .executeTakeFirst()

export type ConsolidatedItem = NonNullable<Awaited<ReturnType<typeof findConsolidatedItem>>>

export type CountedItem = Omit<Tallies, 'texts' | 'respondents'> & {
  /** The questionnaire of the newest answered version; null while nobody is counted, and in confidential items. */
  questionnaire_id: string | null
  questionnaire_version: number | null
  /** How many of the people counted answered which version of it. */
  versions: { version: number; people: number }[]
  /** Completed in a confidential item and in no round yet. */
  waiting: number
  /** Whether the mode can no longer be changed. */
  frozen: boolean
}

/** The tallies of one item as the database writes them, the general level as section 0. */
export type StoredTallies = Omit<CountedItem, 'overall' | 'versions'>

const NOBODY: Sums = { scored: 0, sum: 0, squares: 0 }

/** The tallies that the acting buyer may see of nominative items, counted by the database in one statement, and who waits in confidential ones. */
export async function tallyItems(
  tx: Transaction<DB>,
  itemIds: RawBuilder<string[]>,
): Promise<Map<string, CountedItem>> {
  const { rows } = await sql<{ order_item_id: string; tallies: StoredTallies; versions: CountedItem['versions'] }>`
    with asked as materialized (select ${itemIds} as ids)
    select tally.order_item_id, tally.tallies, coalesce((
      select jsonb_agg(jsonb_build_object('version', counted.questionnaire_version, 'people', counted.people))
      from private.item_versions(asked.ids) counted
      where counted.order_item_id = tally.order_item_id
        and counted.questionnaire_id = tally.tallies ->> 'questionnaire_id'), '[]') as versions
    from asked cross join lateral private.item_tallies(asked.ids) tally`.execute(tx)
  return new Map(rows.map(({ order_item_id, tallies, versions }) => [order_item_id, toCountedItem(tallies, versions)]))
}

/** How the people changed who answered both of two nominative items. @param itemIds the later and the earlier one */
export async function findPairs(tx: Transaction<DB>, itemIds: RawBuilder<string[]>): Promise<PairedSums[]> {
  const { rows } = await sql<PairedSums>`select * from private.paired_sums(${itemIds})`.execute(tx)
  return rows
}

/** The general level apart from the sections. */
export const toCountedItem = (stored: StoredTallies, versions: CountedItem['versions']): CountedItem => ({
  ...stored,
  versions,
  overall: stored.sections.find(({ section }) => section === 0) ?? NOBODY,
  sections: stored.sections.filter(({ section }) => section !== 0),
})

/**
 * Open answers of an item of the acting buyer, without names, in an order that does not identify their authors.
 * @param round of a confidential item, from 1, or all of them; undefined, or one that it does not have: the last one.
 * @param max maximum of answers per question, for documents; all by default.
 */
export async function findOpenTexts(
  tx: Transaction<DB>,
  itemId: string,
  { round, max }: { round: ShownRound | undefined; max: number | undefined },
): Promise<Tallies['texts']> {
  const one = typeof round === 'number' ? round : null
  const shown = sql`(
    select closed.number from private.item_rounds(array[${itemId}::uuid]) closed
    where (${round === 'all'} and (
        select count(distinct (own.questionnaire_id, own.questionnaire_version)) = 1
        from private.item_rounds(array[${itemId}::uuid]) own)) or closed.number = (
      select coalesce(max(number) filter (where number = ${one}::integer), max(number))
      from private.item_rounds(array[${itemId}::uuid])))`
  const texts = sql`(
    select shown.number, texts.* from unnest(array(${shown}) || array(
        select null::integer where not exists (${shown}))) as shown (number)
      cross join lateral private.item_texts(${itemId}::uuid, shown.number) with ordinality as texts (field, answer, rank))`
  const { rows } = await (max === undefined
    ? sql<{ field: string; text: string }>`
        select field, answer as text from ${texts} found order by number, rank`
    : sql<{ field: string; text: string; total: number }>`
        select field, text, total from (
          select field, answer as text, number, rank, count(*) over (partition by field) as total,
            row_number() over (partition by field order by number, rank) as within_field
          from ${texts} found) counted
        where within_field <= ${max} order by number, rank`
  ).execute(tx)
  return rows
}

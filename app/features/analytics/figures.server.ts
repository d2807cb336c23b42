import { type Kysely, sql, type Transaction } from 'kysely'
import { type Day, parseDay } from '#app/kernel/dates.ts'
import { type Pesos, pesos } from '#app/kernel/money.ts'
import { compareTexts } from '#app/kernel/spanish-order.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type DaySums, type FigureRow, type Figures, figuresOf } from './figures.ts'
import { type FunnelDay, type FunnelRow, NO_STEPS, type Steps, salesOf, stepsByKey } from './funnel.ts'

/** Days, both included; undefined for all there are. */
export type Days = { from: Day; to: Day } | undefined

const firstOf = (days: Days) => days?.from ?? '-infinity'
const lastOf = (days: Days) => days?.to ?? 'infinity'

/** The figures of a period. For administrators; other actors get zeros. */
export async function findFigures(tx: Transaction<DB>, days: Days): Promise<Figures> {
  const { rows } = await sql<FigureRow>`
    select kind, label, count, amount
    from private.figures_of('{order,sale,refund,chargeback,access,event,visit,funnel}', ${firstOf(days)}, ${lastOf(days)}, false)`.execute(
    tx,
  )
  return figuresOf(rows)
}

/** Orders by the day of their payment, and pesos paid, refunded and charged back, of the days on which there were any. */
export async function findDailySums(tx: Transaction<DB>, days: Days): Promise<DaySums[]> {
  const { rows } = await sql<Omit<DaySums, 'day'> & { day: string }>`
    select day::text, ${DAY_SUMS}
    from private.figures_of('{sale,refund,chargeback}', ${firstOf(days)}, ${lastOf(days)}, true)
    group by day order by day`.execute(tx)
  return rows.flatMap(row => {
    const day = parseDay(row.day)
    return day === undefined ? [] : [{ ...row, day }]
  })
}

/** Columns of rows of `figures_of` that are grouped by day. */
const DAY_SUMS = sql`
  coalesce(sum(amount) filter (where kind = 'sale'), 0)::bigint as gross,
  coalesce(sum(amount) filter (where kind = 'refund'), 0)::bigint as refunded,
  coalesce(sum(amount) filter (where kind = 'chargeback'), 0)::bigint as "chargedBack",
  coalesce(sum(count) filter (where kind = 'sale'), 0)::bigint as orders`

export type TopProduct = { id: string; name: string; seats: number; gross: Pesos }

/** The five products that sold most. */
export async function findTopProducts(tx: Transaction<DB>, days: Days): Promise<TopProduct[]> {
  const { rows } = await sql<TopProduct>`
    select product.id, product.name, sold.count as seats, sold.amount as gross
    from private.figures_of('{sold}', ${firstOf(days)}, ${lastOf(days)}, false) sold
      join assessments product on product.id = sold.label::uuid
    where sold.amount > 0
    order by sold.amount desc, product.name limit 5`.execute(tx)
  return rows
}

/**
 * Aggregates changes since the last run into their days. @returns how many changes it took, so that the worker
 * continues while there are any.
 */
export async function foldFigures(db: Kysely<DB>, now: Date): Promise<number> {
  const { rows } = await asActor(db, SYSTEM, tx =>
    sql<{ folded: number }>`select private.fold_daily_changes(${now}) as folded`.execute(tx),
  )
  return rows[0]?.folded ?? 0
}

type Kind =
  | 'sale'
  | 'refund'
  | 'sold'
  | 'visit'
  | 'funnel'
  | 'funnel_product'
  | 'funnel_category'
  | 'funnel_source'
  | 'discount'
  | 'discount_sold'
  | 'band'
  | 'band_seats'

/** Sums of some kinds in a period. For administrators; other actors get nothing. */
async function figuresOfKinds(tx: Transaction<DB>, kinds: readonly Kind[], days: Days) {
  const { rows } = await sql<FigureRow>`
    select kind, label, count, amount
    from private.figures_of(${kinds}::text[], ${days?.from ?? '-infinity'}, ${days?.to ?? 'infinity'}, false)`.execute(
    tx,
  )
  return rows
}

/** Measured visits that reached each step. */
export async function findSteps(tx: Transaction<DB>, days: Days): Promise<Steps> {
  return stepsByKey(await figuresOfKinds(tx, ['funnel'], days)).get('')?.steps ?? NO_STEPS
}

/** What codes and sizes of purchases sold. */
export const findSales = async (tx: Transaction<DB>, days: Days) =>
  salesOf(await figuresOfKinds(tx, ['discount', 'discount_sold', 'band', 'band_seats'], days))

/** Visits, steps and sales of each day on which anything happened. */
export async function findFunnelDays(tx: Transaction<DB>, days: Days): Promise<FunnelDay[]> {
  const { rows } = await sql<{
    day: string
    labels: [string, number][]
    visits: number
    gross: Pesos
    refunded: Pesos
    chargedBack: Pesos
    orders: number
  }>`
    select day::text,
      coalesce(jsonb_agg(jsonb_build_array(label, count)) filter (where kind = 'funnel'), '[]') as labels,
      coalesce(sum(count) filter (where kind = 'visit'), 0)::bigint as visits, ${DAY_SUMS}
    from private.figures_of('{visit,funnel,sale,refund,chargeback}', ${days?.from ?? '-infinity'}, ${days?.to ?? 'infinity'}, true)
    group by day order by day`.execute(tx)
  return rows.flatMap(({ labels, ...row }) => {
    const day = parseDay(row.day)
    const steps = stepsByKey(labels.map(([label, count]) => ({ label, count }))).get('')?.steps ?? NO_STEPS
    return day === undefined ? [] : [{ ...row, day, steps }]
  })
}

/** Rows of a division, far more than a shop has products or sources. */
const MAX_ROWS = 1000

const byReach = (one: FunnelRow, other: FunnelRow): number =>
  (other.sold?.gross ?? 0) - (one.sold?.gross ?? 0) ||
  (other.visits ?? 0) - (one.visits ?? 0) ||
  other.steps.view - one.steps.view ||
  compareTexts(one.name, other.name)

/**
 * The funnel by product or by category, with the sales of all orders. Products without views and sales are left out.
 */
export async function findFunnelBy(
  tx: Transaction<DB>,
  division: 'producto' | 'categoria',
  days: Days,
): Promise<FunnelRow[]> {
  const kind = division === 'producto' ? 'funnel_product' : 'funnel_category'
  const [figures, products] = await Promise.all([
    figuresOfKinds(tx, [kind, 'sold'], days),
    tx
      .selectFrom('assessments')
      .innerJoin('categories', 'categories.id', 'assessments.category_id')
      .select(['assessments.id', 'assessments.name', 'categories.id as category', 'categories.name as category_name'])
      .execute(),
  ])
  const steps = stepsByKey(figures.filter(figure => figure.kind === kind))
  const sold = new Map(figures.filter(figure => figure.kind === 'sold').map(figure => [figure.label, figure]))
  const rows = new Map<string, FunnelRow>()
  for (const product of products) {
    const [key, name] = division === 'producto' ? [product.id, product.name] : [product.category, product.category_name]
    const row = rows.get(key)
    const { count = 0, amount = 0 } = sold.get(product.id) ?? {}
    rows.set(key, {
      key,
      name,
      visits: undefined,
      steps: steps.get(key)?.steps ?? NO_STEPS,
      sold: { count: (row?.sold?.count ?? 0) + count, gross: pesos((row?.sold?.gross ?? 0) + amount) },
    })
  }
  return [...rows.values()]
    .filter(row => row.sold?.count !== 0 || Object.values(row.steps).some(count => count > 0))
    .toSorted(byReach)
    .slice(0, MAX_ROWS)
}

/** The funnel by where visits came from. */
export async function findFunnelSources(tx: Transaction<DB>, days: Days): Promise<FunnelRow[]> {
  const found = stepsByKey(await figuresOfKinds(tx, ['funnel_source'], days))
  return [...found]
    .map(([key, { visits, steps }]) => ({ key, name: SOURCE_NAMES[key] ?? key, visits, steps, sold: undefined }))
    .toSorted(byReach)
    .slice(0, MAX_ROWS)
}

const SOURCE_NAMES: Readonly<Record<string, string>> = { directo: 'Directo o sin referencia', otros: 'Otros orígenes' }

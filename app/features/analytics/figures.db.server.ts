import { type Kysely, sql, type Transaction } from 'kysely'
import { type Day, parseDay } from '#app/kernel/dates.ts'
import { type Pesos, pesos } from '#app/kernel/money.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type DayRevenue, type FigureRow, type Figures, figuresOf } from './figures.ts'

/** Days, both included; undefined for all there are. */
export type Days = { from: Day; to: Day } | undefined

const firstOf = (days: Days) => days?.from ?? '-infinity'
const lastOf = (days: Days) => days?.to ?? 'infinity'

/** What happened in a period. For administrators; anybody else is told of nothing. */
export async function findFigures(tx: Transaction<DB>, days: Days): Promise<Figures> {
  const { rows } = await sql<FigureRow>`
    select kind, label, count, amount
    from private.figures_of('{order,access,event,visit}', ${firstOf(days)}, ${lastOf(days)}, false)`.execute(tx)
  return figuresOf(rows)
}

/** Pesos of paid orders, and their number, per day on which there were any. */
export async function findDailyRevenue(tx: Transaction<DB>, days: Days): Promise<DayRevenue[]> {
  const { rows } = await sql<{ day: string; revenue: number; orders: number }>`
    select day::text, sum(amount)::bigint as revenue, sum(count)::bigint as orders
    from private.figures_of('{order}', ${firstOf(days)}, ${lastOf(days)}, true)
    where label like 'paid:%' group by day order by day`.execute(tx)
  return rows.flatMap(row => {
    const day = parseDay(row.day)
    return day === undefined ? [] : [{ day, revenue: pesos(row.revenue), orders: row.orders }]
  })
}

export type TopProduct = { id: string; name: string; seats: number; revenue: Pesos }

/** The five products that brought in most. */
export async function findTopProducts(tx: Transaction<DB>, days: Days): Promise<TopProduct[]> {
  const { rows } = await sql<{ id: string; name: string; seats: number; revenue: number }>`
    select product.id, product.name, sold.count as seats, sold.amount as revenue
    from private.figures_of('{sold}', ${firstOf(days)}, ${lastOf(days)}, false) sold
      join assessments product on product.id = sold.label::uuid
    where sold.amount > 0
    order by sold.amount desc, product.name limit 5`.execute(tx)
  return rows.map(row => ({ ...row, revenue: pesos(row.revenue) }))
}

/** Adds what happened since the last time to its days. @returns how many changes it took, so that the worker goes on while there are any. */
export async function foldFigures(db: Kysely<DB>, now: Date): Promise<number> {
  const { rows } = await asActor(db, SYSTEM, tx =>
    sql<{ folded: number }>`select private.fold_daily_changes(${now}) as folded`.execute(tx),
  )
  return rows[0]?.folded ?? 0
}

import type { Kysely } from 'kysely'
import type { Day } from '#app/kernel/dates.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type Days, findDailyRevenue, findFigures, findTopProducts, type TopProduct } from './figures.db.server.ts'
import { type Bar, barsOf, type Kpi, kpisOf } from './figures.ts'

export type Report = {
  kpis: Kpi[]
  /** Revenue per day, or per week in long periods; none where nothing was ever sold. */
  bars: Bar[]
  top: TopProduct[]
}

/** What the dashboard shows of a period, compared with the one before; its exports say the same. */
export async function findReport(
  db: Kysely<DB>,
  actor: Extract<Actor, { kind: 'admin' }>,
  { days, previous, today }: { days: Days; previous: Days; today: Day },
): Promise<Report> {
  return asActor(db, actor, async tx => {
    const now = await findFigures(tx, days)
    const before = previous && (await findFigures(tx, previous))
    const daily = await findDailyRevenue(tx, days)
    const span = days ?? { from: daily[0]?.day ?? today, to: today }
    return { kpis: kpisOf(now, before), bars: barsOf(daily, span.from, span.to), top: await findTopProducts(tx, days) }
  })
}

import type { Kysely } from 'kysely'
import type { Day } from '#app/kernel/dates.ts'
import { type Actor, readAs } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import {
  type Days,
  findDailySums,
  findFigures,
  findFunnelBy,
  findFunnelDays,
  findFunnelSources,
  findSales,
  findSteps,
  findTopProducts,
  type TopProduct,
} from './figures.db.server.ts'
import { type Bar, barsOf, type Figures, type Kpi, kpisOf, type Sums } from './figures.ts'
import {
  type BandUse,
  type CodeUse,
  type Division,
  type FunnelBar,
  type FunnelRow,
  funnelBars,
  type SaleSums,
  type Steps,
  saleSums,
} from './funnel.ts'

export type Report = {
  kpis: Kpi[]
  /** What the revenue consists of. */
  sums: Sums
  /** Sales and refunds per day, or per week in long periods; none where nothing was ever sold. */
  bars: Bar[]
  /** The same days of the period before, for each bar; undefined where there is none. */
  barsBefore?: Bar[] | undefined
  top: TopProduct[]
}

/** The dashboard's figures of a period compared with the one before; its exports contain the same. */
export async function findReport(
  db: Kysely<DB>,
  actor: Extract<Actor, { kind: 'admin' }>,
  { days, previous, today }: { days: Days; previous: Days; today: Day },
): Promise<Report> {
  return readAs(db, actor, async tx => {
    const now = await findFigures(tx, days)
    const before = previous && (await findFigures(tx, previous))
    const daily = await findDailySums(tx, days)
    const span = days ?? { from: daily[0]?.day ?? today, to: today }
    return {
      kpis: kpisOf(now, before),
      sums: { gross: now.gross, refunded: now.refunded, chargedBack: now.chargedBack },
      bars: barsOf(daily, span.from, span.to),
      barsBefore: previous && barsOf(await findDailySums(tx, previous), previous.from, previous.to),
      top: await findTopProducts(tx, days),
    }
  })
}

/** What is compared with the period before. */
export type Totals = { figures: Figures; steps: Steps; sales: SaleSums }

export type Analytics = {
  now: Totals
  before: Totals | undefined
  /** Days or weeks, the oldest first. */
  bars: FunnelBar[]
  codes: CodeUse[]
  bands: BandUse[]
  /** For each requested grouping. */
  divided: Partial<Record<Exclude<Division, 'dia'>, FunnelRow[]>>
}

type Requested = {
  days: Days
  previous: Days
  today: Day
  divisions: readonly Division[]
  /** Most rows of days; undefined as many as a screen shows. */
  maxBars?: number | undefined
}

/**
 * The funnel of a period, what codes and seats sold in it, and the period before. It reads sums only, so its cost does
 * not grow with the number of events.
 */
export async function findAnalytics(
  db: Kysely<DB>,
  actor: Extract<Actor, { kind: 'admin' }>,
  { days, previous, today, divisions, maxBars: mostBars }: Requested,
): Promise<Analytics> {
  return readAs(db, actor, async tx => {
    const sales = await findSales(tx, days)
    const daily = await findFunnelDays(tx, days)
    const span = days ?? { from: daily[0]?.day ?? today, to: today }
    const divided: Analytics['divided'] = {}
    for (const division of divisions) {
      if (division === 'origen') divided.origen = await findFunnelSources(tx, days)
      else if (division !== 'dia') divided[division] = await findFunnelBy(tx, division, days)
    }
    return {
      now: { figures: await findFigures(tx, days), steps: await findSteps(tx, days), sales: saleSums(sales) },
      before: previous && {
        figures: await findFigures(tx, previous),
        steps: await findSteps(tx, previous),
        sales: saleSums(await findSales(tx, previous)),
      },
      bars: funnelBars(daily, span.from, span.to, mostBars),
      ...sales,
      divided,
    }
  })
}

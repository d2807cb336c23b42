import type { Kysely, Transaction } from 'kysely'
import { allKeyed } from '#app/kernel/all-keyed.ts'
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
} from './figures.server.ts'
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
    const [now, before, daily, dailyBefore, top] = await Promise.all([
      findFigures(tx, days),
      previous && findFigures(tx, previous),
      findDailySums(tx, days),
      previous && findDailySums(tx, previous),
      findTopProducts(tx, days),
    ])
    const span = days ?? { from: daily[0]?.day ?? today, to: today }
    return {
      kpis: kpisOf(now, before),
      sums: { gross: now.gross, refunded: now.refunded, chargedBack: now.chargedBack },
      bars: barsOf(daily, span.from, span.to),
      barsBefore: previous && dailyBefore && barsOf(dailyBefore, previous.from, previous.to),
      top,
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
    const [now, before, daily, divided] = await Promise.all([
      findTotals(tx, days),
      previous && findTotals(tx, previous),
      findFunnelDays(tx, days),
      allKeyed(
        Object.fromEntries(
          divisions
            .filter(division => division !== 'dia')
            .map(by => [by, by === 'origen' ? findFunnelSources(tx, days) : findFunnelBy(tx, by, days)]),
        ),
      ),
    ])
    const span = days ?? { from: daily[0]?.day ?? today, to: today }
    return {
      now: { ...now, sales: saleSums(now.sales) },
      before: before && { ...before, sales: saleSums(before.sales) },
      bars: funnelBars(daily, span.from, span.to, mostBars),
      ...now.sales,
      divided,
    }
  })
}

const findTotals = (tx: Transaction<DB>, days: Days) =>
  allKeyed({ figures: findFigures(tx, days), steps: findSteps(tx, days), sales: findSales(tx, days) })

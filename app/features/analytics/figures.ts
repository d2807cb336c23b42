import { type Day, daysBetween, shiftDay } from '#app/kernel/dates.ts'
import { type Pesos, pesos, ZERO } from '#app/kernel/money.ts'

/** Figures of a period, as the database has summed them. */
export type Figures = {
  /** Orders of every state. */
  orders: number
  pending: number
  paid: number
  /** Paid orders with an item for a company. */
  paidBusiness: number
  revenue: Pesos
  /** Sessions of browsers that agreed to be measured. */
  visits: number
  listViews: number
  cartAdditions: number
  /** Accesses created in the period that are not revoked, and how many of them are completed now. */
  accesses: number
  completed: number
}

const NO_FIGURES: Figures = {
  orders: 0,
  pending: 0,
  paid: 0,
  paidBusiness: 0,
  revenue: ZERO,
  visits: 0,
  listViews: 0,
  cartAdditions: 0,
  accesses: 0,
  completed: 0,
}

/** One sum of the database: see the migration of daily figures for kinds and labels. */
export type FigureRow = { kind: string; label: string; count: number; amount: number }

/** Adds rows up to what screens show. */
export function figuresOf(rows: readonly FigureRow[]): Figures {
  const figures = { ...NO_FIGURES }
  for (const { kind, label, count, amount } of rows) {
    if (kind === 'order') {
      const [status, mode] = label.split(':')
      figures.orders += count
      if (status === 'pending') figures.pending += count
      if (status !== 'paid') continue
      figures.paid += count
      figures.revenue = pesos(figures.revenue + amount)
      if (mode === 'business') figures.paidBusiness += count
    } else if (kind === 'visit') figures.visits += count
    else if (kind === 'event' && label === 'plp_view') figures.listViews += count
    else if (kind === 'event' && label.startsWith('add_to_cart_')) figures.cartAdditions += count
    else if (kind === 'access') {
      figures.accesses += count
      if (label === 'completed') figures.completed += count
    }
  }
  return figures
}

/** A part of a whole in percent, with one decimal; undefined where there is nothing to compare with. */
export const percentOf = (part: number, whole: number): number | undefined =>
  whole === 0 ? undefined : Math.round((1000 * part) / whole) / 10

export type Kpi = {
  key: 'revenue' | 'orders' | 'average' | 'conversion' | 'views' | 'cart' | 'business' | 'completion'
  unit: 'pesos' | 'count' | 'percent'
  /** Undefined when it can't be computed: a share of zero. */
  value: number | undefined
  before: number | undefined
}

/** The eight figures of the dashboard (specification 2, section 2), with those of the period before. */
export function kpisOf(now: Figures, before: Figures | undefined): Kpi[] {
  const kpi = (key: Kpi['key'], unit: Kpi['unit'], read: (figures: Figures) => number | undefined): Kpi => ({
    key,
    unit,
    value: read(now),
    before: before && read(before),
  })
  return [
    kpi('revenue', 'pesos', figures => figures.revenue),
    kpi('orders', 'count', figures => figures.paid),
    kpi('average', 'pesos', ({ revenue, paid }) => (paid === 0 ? undefined : Math.round(revenue / paid))),
    kpi('conversion', 'percent', ({ paid, visits }) => percentOf(paid, visits)),
    kpi('views', 'count', figures => figures.listViews),
    kpi('cart', 'count', figures => figures.cartAdditions),
    kpi('business', 'percent', ({ paidBusiness, paid }) => percentOf(paidBusiness, paid)),
    kpi('completion', 'percent', ({ completed, accesses }) => percentOf(completed, accesses)),
  ]
}

/** How a figure compares with the period before: in percent of it, for shares in points. Undefined where there is nothing to compare. */
export function changeOf({ value, before, unit }: Kpi): number | undefined {
  if (value === undefined || before === undefined) return undefined
  if (unit === 'percent') return Math.round((value - before) * 10) / 10
  return before === 0 ? undefined : Math.round((1000 * (value - before)) / before) / 10
}

export type DayRevenue = { day: Day; revenue: Pesos; orders: number }
/** Some days together. */
export type Bar = { from: Day; to: Day; revenue: Pesos; orders: number }

/** Bars that a chart can show side by side. */
const MAX_BARS = 62

/**
 * Every day of a period, also those without a sale; weeks of seven days, or more, where there are too many days to
 * draw.
 */
export function barsOf(days: readonly DayRevenue[], from: Day, to: Day): Bar[] {
  const known = new Map(days.map(day => [day.day, day]))
  const count = daysBetween(from, to) + 1
  const step = count <= MAX_BARS ? 1 : 7 * Math.ceil(count / 7 / MAX_BARS)
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => {
    const first = shiftDay(from, index * step)
    const within = Array.from({ length: Math.min(step, count - index * step) }, (__, day) => shiftDay(first, day))
    return {
      from: first,
      to: within.at(-1) ?? first,
      revenue: pesos(within.reduce((sum, day) => sum + (known.get(day)?.revenue ?? 0), 0)),
      orders: within.reduce((sum, day) => sum + (known.get(day)?.orders ?? 0), 0),
    }
  })
}

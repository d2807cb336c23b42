import { type Day, daysBetween, shiftDay } from '#app/kernel/dates.ts'
import { type Pesos, pesos, sumPesos, ZERO } from '#app/kernel/money.ts'

/** Pesos of what was paid, of what was refunded, and of chargebacks less those won, each on its own day. */
export type Sums = { gross: Pesos; refunded: Pesos; chargedBack: Pesos }

/** Figures of a period, as the database has summed them. */
export type Figures = {
  /** Orders of every state that were made in the period. */
  orders: number
  pending: number
  /** Orders that were paid in the period, also if they were refunded later. */
  paid: number
  /** Of these, with an item for a company. */
  paidBusiness: number
  /** Pesos of these. */
  gross: Pesos
  /** Pesos that were refunded in the period, of any order. */
  refunded: Pesos
  /** Pesos of chargebacks that were recorded in the period, less those that were won in it. */
  chargedBack: Pesos
  /** Sessions of browsers that agreed to be measured. */
  visits: number
  /** Of these, with an order that was paid in the visit. */
  paidVisits: number
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
  gross: ZERO,
  refunded: ZERO,
  chargedBack: ZERO,
  visits: 0,
  paidVisits: 0,
  listViews: 0,
  cartAdditions: 0,
  accesses: 0,
  completed: 0,
}

/** One sum of the database: see `private.daily_figures` for kinds and labels. */
export type FigureRow = { kind: string; label: string; count: number; amount: number }

/** Adds rows up to what screens show. */
export function figuresOf(rows: readonly FigureRow[]): Figures {
  const figures = { ...NO_FIGURES }
  for (const { kind, label, count, amount } of rows) {
    if (kind === 'order') {
      figures.orders += count
      if (label === 'pending') figures.pending += count
    } else if (kind === 'sale') {
      figures.paid += count
      figures.gross = pesos(figures.gross + amount)
      if (label === 'business') figures.paidBusiness += count
    } else if (kind === 'refund') figures.refunded = pesos(figures.refunded + amount)
    else if (kind === 'chargeback') figures.chargedBack = pesos(figures.chargedBack + amount)
    else if (kind === 'visit') figures.visits += count
    else if (kind === 'funnel' && label === 'paid') figures.paidVisits += count
    else if (kind === 'event' && label === 'plp_view') figures.listViews += count
    else if (kind === 'event' && label.startsWith('add_to_cart_')) figures.cartAdditions += count
    else if (kind === 'access') {
      figures.accesses += count
      if (label === 'completed') figures.completed += count
    }
  }
  return figures
}

/** Sales less refunds and chargebacks; below zero where more went back than was sold. */
export const netOf = ({ gross, refunded, chargedBack }: Sums): Pesos => pesos(gross - refunded - chargedBack)

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
    kpi('revenue', 'pesos', netOf),
    kpi('orders', 'count', figures => figures.paid),
    kpi('average', 'pesos', figures => (figures.paid === 0 ? undefined : Math.round(netOf(figures) / figures.paid))),
    kpi('conversion', 'percent', ({ paidVisits, visits }) => percentOf(paidVisits, visits)),
    kpi('views', 'count', figures => figures.listViews),
    kpi('cart', 'count', figures => figures.cartAdditions),
    kpi('business', 'percent', ({ paidBusiness, paid }) => percentOf(paidBusiness, paid)),
    kpi('completion', 'percent', ({ completed, accesses }) => percentOf(completed, accesses)),
  ]
}

/** How a figure compares with the period before: in percent of it, for shares in points. Undefined where there is nothing to compare, and after a period below zero, of which no percentage says how much better this one is. */
export function changeOf({ value, before, unit }: Kpi): number | undefined {
  if (value === undefined || before === undefined) return undefined
  if (unit === 'percent') return Math.round((value - before) * 10) / 10
  return before <= 0 ? undefined : Math.round((1000 * (value - before)) / before) / 10
}

/** A day's paid orders, and its pesos. */
export type DaySums = Sums & { day: Day; orders: number }
/** Some days together. */
export type Bar = Sums & { from: Day; to: Day; orders: number }

/** Bars that a chart can show side by side. */
const MAX_BARS = 62

/**
 * Every day of a period, also those without a sale; weeks of seven days, or more, where there are too many days to
 * draw.
 */
export function barsOf(days: readonly DaySums[], from: Day, to: Day): Bar[] {
  const known = new Map(days.map(day => [day.day, day]))
  const count = daysBetween(from, to) + 1
  const step = count <= MAX_BARS ? 1 : 7 * Math.ceil(count / 7 / MAX_BARS)
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => {
    const first = shiftDay(from, index * step)
    const within = Array.from({ length: Math.min(step, count - index * step) }, (__, day) => shiftDay(first, day))
    return {
      from: first,
      to: within.at(-1) ?? first,
      gross: sumPesos(within.map(day => known.get(day)?.gross ?? ZERO)),
      refunded: sumPesos(within.map(day => known.get(day)?.refunded ?? ZERO)),
      chargedBack: sumPesos(within.map(day => known.get(day)?.chargedBack ?? ZERO)),
      orders: within.reduce((sum, day) => sum + (known.get(day)?.orders ?? 0), 0),
    }
  })
}

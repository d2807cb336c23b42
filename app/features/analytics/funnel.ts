import { type Day, daysBetween, shiftDay } from '#app/kernel/dates.ts'
import { type Pesos, pesos, ZERO } from '#app/kernel/money.ts'
import { compareTexts } from '#app/kernel/spanish-order.ts'
import type { Bar, DaySums, FigureRow } from './figures.ts'

/** The steps of the funnel, in order. */
export const STEPS = ['view', 'click', 'cart', 'checkout', 'paid'] as const
export type Step = (typeof STEPS)[number]
/** Visits that reached each step. */
export type Steps = Readonly<Record<Step, number>>

export const NO_STEPS: Steps = { view: 0, click: 0, cart: 0, checkout: 0, paid: 0 }

const isStep = (text: string): text is Step => STEPS.some(step => step === text)

/** The groupings of the funnel, as in the address. */
export const DIVISIONS = ['dia', 'categoria', 'producto', 'origen'] as const
export type Division = (typeof DIVISIONS)[number]

export const divisionOf = (text: string | null): Division => DIVISIONS.find(division => division === text) ?? 'dia'

/** One part of the funnel: a day, a category, a product or a source. */
export type FunnelRow = {
  key: string
  name: string
  /** Measured visits; undefined where they are not divided: a visit sees many products. */
  visits: number | undefined
  steps: Steps
  /** Of all paid orders, measured or not, before refunds; undefined for sources, which orders do not store. */
  sold: { count: number; gross: Pesos } | undefined
}

/** Steps by what they are divided by: labels are `step` or `step:key`. */
export function stepsByKey(
  rows: readonly Pick<FigureRow, 'label' | 'count'>[],
): Map<string, { visits: number; steps: Steps }> {
  const found = new Map<string, { visits: number; steps: Steps }>()
  for (const { label, count } of rows) {
    const end = label.indexOf(':')
    const [step, key] = end < 0 ? [label, ''] : [label.slice(0, end), label.slice(end + 1)]
    const known = found.get(key) ?? { visits: 0, steps: NO_STEPS }
    if (step === 'visit') found.set(key, { ...known, visits: known.visits + count })
    else if (isStep(step)) found.set(key, { ...known, steps: { ...known.steps, [step]: known.steps[step] + count } })
  }
  return found
}

/** One day of everything that is divided by days. */
export type FunnelDay = DaySums & { visits: number; steps: Steps }
/** Some days together. */
export type FunnelBar = Bar & { visits: number; steps: Steps }

/** Rows that a screen shows side by side. */
const MAX_BARS = 62

/**
 * Every day of a period, also those without events; weeks of seven days, or more, where there are too many days to
 * draw.
 */
export function funnelBars(days: readonly FunnelDay[], from: Day, to: Day, max = MAX_BARS): FunnelBar[] {
  const known = new Map(days.map(day => [day.day, day]))
  const count = daysBetween(from, to) + 1
  const step = count <= max ? 1 : 7 * Math.ceil(count / 7 / max)
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => {
    const first = shiftDay(from, index * step)
    const within = Array.from({ length: Math.min(step, count - index * step) }, (__, day) => shiftDay(first, day))
    const empty: FunnelBar = {
      from: first,
      to: within.at(-1) ?? first,
      visits: 0,
      steps: NO_STEPS,
      orders: 0,
      gross: ZERO,
      refunded: ZERO,
      chargedBack: ZERO,
    }
    return within.reduce((bar, day) => addDay(bar, known.get(day)), empty)
  })
}

function addDay(bar: FunnelBar, day: FunnelDay | undefined): FunnelBar {
  if (!day) return bar
  const { view, click, cart, checkout, paid } = day.steps
  return {
    ...bar,
    visits: bar.visits + day.visits,
    steps: {
      view: bar.steps.view + view,
      click: bar.steps.click + click,
      cart: bar.steps.cart + cart,
      checkout: bar.steps.checkout + checkout,
      paid: bar.steps.paid + paid,
    },
    orders: bar.orders + day.orders,
    gross: pesos(bar.gross + day.gross),
    refunded: pesos(bar.refunded + day.refunded),
    chargedBack: pesos(bar.chargedBack + day.chargedBack),
  }
}

/** What a code did in a period, in paid orders before refunds. */
export type CodeUse = { code: string; orders: number; taken: Pesos; sold: Pesos }

/** What was bought in one price band, in paid orders before refunds. */
export type BandUse = { band: string; lines: number; seats: number; gross: Pesos }

const BANDS = ['self', '1-10', '11-49', '50+'] as const

/** Codes and bands, from their sums. */
export function salesOf(rows: readonly FigureRow[]): { codes: CodeUse[]; bands: BandUse[] } {
  const codes = new Map<string, CodeUse>()
  const bands = new Map<string, BandUse>(BANDS.map(band => [band, { band, lines: 0, seats: 0, gross: ZERO }]))
  for (const { kind, label, count, amount } of rows) {
    const code = codes.get(label) ?? { code: label, orders: 0, taken: ZERO, sold: ZERO }
    const band = bands.get(label)
    if (kind === 'discount')
      codes.set(label, { ...code, orders: code.orders + count, taken: pesos(code.taken + amount) })
    else if (kind === 'discount_sold') codes.set(label, { ...code, sold: pesos(code.sold + amount) })
    else if (kind === 'band' && band) {
      bands.set(label, { ...band, lines: band.lines + count, gross: pesos(band.gross + amount) })
    } else if (kind === 'band_seats' && band) bands.set(label, { ...band, seats: band.seats + count })
  }
  return {
    codes: [...codes.values()].toSorted((one, other) => other.sold - one.sold || compareTexts(one.code, other.code)),
    bands: [...bands.values()],
  }
}

/** The sums that screens show of codes and seats. */
export type SaleSums = { seats: number; taken: Pesos; withCode: number }

export const saleSums = ({ codes, bands }: { codes: readonly CodeUse[]; bands: readonly BandUse[] }): SaleSums => ({
  seats: bands.reduce((sum, band) => sum + band.seats, 0),
  taken: pesos(codes.reduce((sum, code) => sum + code.taken, 0)),
  withCode: codes.reduce((sum, code) => sum + code.orders, 0),
})

import { priceOf } from '#app/features/pricing/pricing.ts'
import type { BrowserEvent, BrowserEvents } from '#app/platform/tracking/events.ts'
import { businessOf, drawMoment, historyDays } from './business-days.ts'
import { createDraw, type Draw, drawId, pick } from './draw.ts'

export type Product = { id: string; slug: string; base_price_clp: number }

/** A paid order of these days, with its first item. */
export type PaidOrder = {
  user_id: string
  paid_at: Date
  product_id: string
  seats: number
  total_clp: number
  is_business: boolean
}

/** An event as the table of events has it. */
export type PastEvent = {
  at: Date
  visit: string
  user: string | null
  type: BrowserEvent
  data: object
  page: string
  referrer: string | null
  agent: string
}

/** Measured visits of a usual weekday in the middle of the weeks, and which part more there are at their end than then. */
const WEEKDAY_VISITS = 48
const GROWTH = 0.06

/** Of the visits that open a product, which part begins there. */
const STRAIGHT = 0.28

/** Of the visits that buy nothing: which part opens a product, then adds it to the cart, then goes to pay. */
const OPENS = 0.5
const ADDS = 0.13
const GOES_TO_PAY = 0.32

const SOURCES: readonly (readonly [source: { query: string; referrer: string | null }, weight: number])[] = [
  [{ query: '', referrer: 'https://www.google.com' }, 38],
  [{ query: '', referrer: null }, 27],
  [{ query: '?utm_source=linkedin&utm_medium=social', referrer: null }, 16],
  [{ query: '?utm_source=boletin&utm_medium=email', referrer: null }, 10],
  [{ query: '', referrer: 'https://www.bing.com' }, 5],
  [{ query: '?utm_source=instagram&utm_medium=social', referrer: null }, 4],
]

const AGENTS: readonly (readonly [agent: string, weight: number])[] = [
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    42,
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    26,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    20,
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    12,
  ],
]

/** How often each product is looked at beside the others; the rest once. */
const POPULAR: Readonly<Record<string, number>> = {
  'dama-assessment': 6,
  'ia-generativa-profesionales': 5,
  'ia-madurez': 4,
  agilidad: 3,
  'cultura-analitica': 3,
  'taller-kanban': 2,
}

/**
 * The events of the measured visits of the last weeks, in order: one visit for each paid order, which its buyer pays in it, and many that buy
 * nothing. Weekdays have more than weekends.
 */
export function pastVisits(now: Date, products: readonly Product[], orders: readonly PaidOrder[]): PastEvent[] {
  const draw = createDraw(2026)
  const weighted = products.map(product => [product, POPULAR[product.slug] ?? 1] as const)
  const idle = historyDays(now).flatMap((day, index, days) => {
    const trend = 1 + GROWTH * ((2 * index) / (days.length - 1) - 1)
    const count = Math.round(WEEKDAY_VISITS * businessOf(day) * trend * (0.85 + draw() * 0.3))
    return Array.from({ length: count }, () => visitWithout(draw, drawMoment(draw, day), pick(draw, weighted)))
  })
  const byId = new Map(products.map(product => [product.id, product]))
  const paid = orders.map(order => payingVisit(draw, order, byId.get(order.product_id)))
  return [...idle, ...paid].flat().toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

/** What a visitor does so many seconds after the one before. */
type Step = {
  [Type in BrowserEvent]: { after: number; type: Type; data: BrowserEvents[Type]; page: string }
}[BrowserEvent]

const NO_FILTERS = { filters: { categories: [], duration: 'all', type: 'all', tags: [] } }

/** Sees the list on the home page, and perhaps opens a product; or comes for that product. */
function browse(draw: Draw, query: string, product: Product | undefined): Step[] {
  if (product && draw() < STRAIGHT) {
    return [{ after: 0, type: 'page_view', data: {}, page: `/assessment/${product.slug}${query}` }]
  }
  return [
    { after: 0, type: 'page_view', data: {}, page: `/${query}` },
    { after: 1 + draw() * 4, type: 'plp_view', data: NO_FILTERS, page: `/${query}` },
    ...(product
      ? [{ after: 10 + draw() * 60, type: 'page_view', data: {}, page: `/assessment/${product.slug}` } as const]
      : []),
  ]
}

function addToCart(draw: Draw, product: Product, bought: { seats: number; total: number; isBusiness: boolean }): Step {
  const common = { after: 30 + draw() * 120, page: `/assessment/${product.slug}` }
  return bought.isBusiness
    ? {
        ...common,
        type: 'add_to_cart_business',
        data: { product_id: product.id, seats: bought.seats, total_clp: bought.total },
      }
    : { ...common, type: 'add_to_cart_self', data: { product_id: product.id, price_clp: product.base_price_clp } }
}

const goToPay = (draw: Draw): Step => ({ after: 30 + draw() * 90, type: 'page_view', data: {}, page: '/checkout' })

/** What is wanted of a product by somebody who doesn't buy it: companies want the dearer ones. */
function wishOf({ base_price_clp: basePriceClp }: Product) {
  const isBusiness = basePriceClp >= 100_000
  const seats = isBusiness ? 4 : 1
  return { seats, total: priceOf({ basePriceClp, mode: isBusiness ? 'business' : 'self', seats }).totalClp, isBusiness }
}

function visitWithout(draw: Draw, start: Date, product: Product): PastEvent[] {
  const opens = draw() < OPENS
  const adds = opens && draw() < ADDS
  const source = pick(draw, SOURCES)
  const steps = [
    ...browse(draw, source.query, opens ? product : undefined),
    ...(adds ? [addToCart(draw, product, wishOf(product))] : []),
    ...(adds && draw() < GOES_TO_PAY ? [goToPay(draw)] : []),
  ]
  return eventsOf(draw, steps, { start, referrer: source.referrer, user: null })
}

function payingVisit(draw: Draw, order: PaidOrder, product: Product | undefined): PastEvent[] {
  const source = pick(draw, SOURCES)
  const { seats, total_clp: total, is_business: isBusiness } = order
  const before = [
    ...browse(draw, source.query, product),
    ...(product ? [addToCart(draw, product, { seats, total, isBusiness })] : []),
    goToPay(draw),
  ]
  const atBank = 40 + draw() * 80
  const seconds = before.reduce((sum, { after }) => sum + after, atBank)
  const start = new Date(order.paid_at.getTime() - seconds * 1000)
  const steps: Step[] = [...before, { after: atBank, type: 'page_view', data: {}, page: '/payment-success' }]
  return eventsOf(draw, steps, { start, referrer: source.referrer, user: order.user_id })
}

/** @param user who pays in the visit: signed in from the checkout on */
function eventsOf(
  draw: Draw,
  steps: readonly Step[],
  { start, referrer, user }: { start: Date; referrer: string | null; user: string | null },
): PastEvent[] {
  const visit = drawId(draw)
  const agent = pick(draw, AGENTS)
  let at = start.getTime()
  let from = referrer
  return steps.map(({ after, type, data, page }) => {
    at += after * 1000
    const event = { at: new Date(at), visit, type, data, page, referrer: from, agent }
    const [path = '/'] = page.split('?')
    from = path
    const isSignedIn = path === '/checkout' || path === '/payment-success'
    return { ...event, user: isSignedIn ? user : null }
  })
}

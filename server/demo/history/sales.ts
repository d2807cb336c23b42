import type { Mode } from '#app/features/pricing/pricing.ts'
import { type Day, shiftDay } from '#app/kernel/dates.ts'
import { drawMoment, historyDays, spreadOver } from './business-days.ts'
import { COMPANY_BUYERS, type PastBuyer, PRIVATE_BUYERS } from './buyers.ts'
import { createDraw } from './draw.ts'

/** What was bought, in the order of the days; what is not said is false. */
type Basket = {
  slug: string
  /** For a company; undefined: for oneself. */
  seats?: number
  code?: 'DEMO20' | 'BIENVENIDA100'
  /** Days after which it went back; pesos of a part, undefined: all of it. */
  refund?: { days: number; amount?: number; reason: string }
  /** The card was refused, and nobody came back. */
  refused?: true
  /** It began as a quotation, some days before. */
  quoted?: true
  /** The level that the buyer's own answers are near; undefined: not answered. */
  answered?: number
}

const BASKETS: readonly Basket[] = [
  { slug: 'estilo-comunicacion-lider', answered: 3.4 },
  { slug: 'cultura-analitica', seats: 12, quoted: true },
  { slug: 'ia-generativa-profesionales', answered: 2.6 },
  { slug: 'competencias-product-owner', answered: 3.1 },
  { slug: 'dama-assessment', seats: 6 },
  { slug: 'taller-kanban' },
  { slug: 'alfabetizacion-datos', code: 'DEMO20', answered: 2.9 },
  { slug: 'ciberseguridad-pyme', refused: true },
  { slug: 'liderazgo-360', seats: 8 },
  { slug: 'ia-generativa-profesionales', refund: { days: 1, reason: 'La compró dos veces por error.' } },
  { slug: 'ia-madurez', seats: 6 },
  { slug: 'estilo-comunicacion-lider', answered: 2.8 },
  { slug: 'ciberseguridad-pyme', seats: 5, code: 'DEMO20' },
  { slug: 'alfabetizacion-datos' },
  { slug: 'competencias-product-owner', answered: 3.7 },
  { slug: 'experiencia-digital-cliente', seats: 4 },
  { slug: 'taller-kanban', code: 'DEMO20' },
  { slug: 'estilo-comunicacion-lider' },
  { slug: 'agilidad', seats: 6, refund: { days: 4, amount: 60_000, reason: 'Dos personas ya no participan.' } },
  { slug: 'ia-generativa-profesionales', answered: 3.3 },
  { slug: 'alfabetizacion-datos', answered: 3.2 },
  { slug: 'taller-tableros-que-se-entienden', seats: 3 },
  { slug: 'competencias-product-owner' },
  { slug: 'agilidad', refused: true },
  { slug: 'ia-uso-responsable', seats: 3, quoted: true },
  { slug: 'estilo-comunicacion-lider', code: 'DEMO20', answered: 3 },
  { slug: 'ia-generativa-profesionales' },
  { slug: 'liderazgo-360', seats: 5 },
  { slug: 'alfabetizacion-datos', refund: { days: 2, reason: 'Pidió retracto dentro del plazo.' } },
  { slug: 'taller-kanban' },
  { slug: 'ciberseguridad-pyme', seats: 3 },
  { slug: 'ia-generativa-profesionales', answered: 2.7 },
  { slug: 'competencias-product-owner', code: 'BIENVENIDA100' },
  { slug: 'estilo-comunicacion-lider' },
  { slug: 'taller-kanban', refused: true },
  { slug: 'agilidad', seats: 4, code: 'DEMO20' },
  { slug: 'alfabetizacion-datos' },
  { slug: 'ia-generativa-profesionales' },
]

export type PastSale = Basket & { buyer: PastBuyer; mode: Mode; seats: number; at: Date }

/** The sales of the last weeks to others than the demo's company, the oldest first. */
export function pastSales(now: Date): PastSale[] {
  const draw = createDraw(60)
  const days = spreadOver(historyDays(now), BASKETS.length)
  let companies = 0
  let people = 0
  return BASKETS.map((basket, index) => {
    const isBusiness = basket.seats !== undefined
    const buyers = isBusiness ? COMPANY_BUYERS : PRIVATE_BUYERS
    const buyer = buyers[(isBusiness ? companies++ : people++) % buyers.length]
    const day = days[index]
    if (!buyer || !day) throw new Error(`Nobody bought basket ${index}`)
    return {
      ...basket,
      buyer,
      mode: isBusiness ? 'business' : 'self',
      seats: basket.seats ?? 1,
      at: drawMoment(draw, day),
    }
  })
}

/** Quotations that nobody has paid: an old one and two of these days. */
export const openQuotations = (
  today: Day,
): readonly { buyer: PastBuyer | undefined; slug: string; seats: number; day: Day }[] => [
  { buyer: COMPANY_BUYERS[2], slug: 'dama-assessment', seats: 25, day: shiftDay(today, -26) },
  { buyer: COMPANY_BUYERS[5], slug: 'cultura-analitica', seats: 40, day: shiftDay(today, -6) },
  { buyer: COMPANY_BUYERS[6], slug: 'liderazgo-360', seats: 18, day: shiftDay(today, -2) },
]

import { describe, expect, it } from 'vitest'
import { pesos } from '#app/kernel/money.ts'
import type { CartChoice } from './cart.ts'
import { type HeldPrices, holdPrices } from './held-prices.ts'
import { type ProductForQuote, priceLines } from './quote.ts'

const NOW = new Date('2026-11-21T15:00:00Z')

const product = (id: string, base: number): ProductForQuote => ({
  id,
  base_price_clp: pesos(base),
  slug: id,
  name: `Producto ${id}`,
  image_url: null,
  category_slug: 'datos',
  type: 'assessment',
  format: 'online',
  duration_min: 10,
  duration_max: null,
  min_seats: 1,
  max_seats: 1000,
  allow_business: true,
})

/** Lines at a base price, as the shop prices them. */
const linesAt = (base: number, choices: CartChoice[]) =>
  priceLines(choices.map(choice => ({ choice, product: product(choice.product_id, base) })))

const team = (product_id: string, seats: number): CartChoice => ({ product_id, mode: 'business', seats })
const alone = (product_id: string): CartChoice => ({ product_id, mode: 'self', seats: 1 })

const QUOTED = [team('a', 11), alone('a'), team('b', 2)]
const held: HeldPrices = {
  id: 'q',
  number: 'COT-2026-000001',
  validUntil: new Date('2026-12-07T02:59:59.999Z'),
  isBought: false,
  lines: linesAt(100_000, QUOTED),
}
const totals = (lines: readonly { total_clp: number }[]) => lines.map(line => line.total_clp)

describe('held prices', () => {
  it('replace higher ones, whatever the order of the lines', () => {
    const cart = [team('b', 2), team('a', 11), alone('a')]
    const { lines, quotation } = holdPrices(linesAt(150_000, cart), 'q', held, NOW)
    expect(quotation).toEqual({ state: 'applied', id: 'q', number: 'COT-2026-000001', valid_until: '06-12-2026' })
    expect(totals(lines)).toEqual([140_000, 300_000, 100_000])
    expect(lines.map(line => line.base_price_clp)).toEqual([100_000, 100_000, 100_000])
    expect(lines.every(line => line.cheaper === null)).toBe(true)
  })

  it.each([
    ['another count', [team('a', 12), alone('a'), team('b', 2)]],
    ['another mode', [team('a', 11), team('b', 2), alone('b')]],
    ['a line less', [team('a', 11), alone('a')]],
    ['a line more', [...QUOTED, alone('b')]],
    ['nothing', []],
  ])('do not apply to a cart with %s', (_, cart) => {
    const now = linesAt(150_000, cart)
    const answer = holdPrices(now, 'q', held, NOW)
    expect(answer.quotation?.state).toBe('changed')
    expect(answer.lines).toEqual(now)
  })

  it.each([
    ['expired', {}, new Date('2026-12-07T03:00:00Z'), 150_000],
    ['bought', { isBought: true }, NOW, 150_000],
    ['cheaper_now', {}, NOW, 90_000],
  ] as const)("leave today's prices unchanged when %s", (state, change, now, base) => {
    const today = linesAt(base, QUOTED)
    const answer = holdPrices(today, 'q', { ...held, ...change }, now)
    expect(answer.quotation).toMatchObject({ state, number: 'COT-2026-000001' })
    expect(answer.lines).toEqual(today)
  })

  it('say of a bought quotation whether the cart has just what was bought', () => {
    const bought = { ...held, isBought: true }
    const state = (cart: CartChoice[]) => holdPrices(linesAt(90_000, cart), 'q', bought, NOW).quotation
    expect(state(QUOTED.toReversed())).toMatchObject({ state: 'bought', is_same: true })
    expect(state([...QUOTED, alone('b')])).toMatchObject({ state: 'bought', is_same: false })
    expect(holdPrices(linesAt(150_000, QUOTED), 'q', held, NOW).quotation).not.toHaveProperty('is_same')
  })

  it('apply to no other buyer, and reveal nothing', () => {
    expect(holdPrices([], 'q', undefined, NOW).quotation).toEqual({ state: 'not_found', id: 'q' })
  })

  it('are undefined without a quotation', () => {
    const today = linesAt(150_000, QUOTED)
    expect(holdPrices(today, null, held, NOW)).toEqual({ lines: today, quotation: null })
  })
})

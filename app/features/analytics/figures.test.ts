import { describe, expect, it } from 'vitest'
import { pesos } from '#app/kernel/money.ts'
import { barsOf, changeOf, figuresOf, kpisOf, netOf } from './figures.ts'

const figures = figuresOf([
  { kind: 'order', label: 'paid', count: 3, amount: 0 },
  { kind: 'order', label: 'pending', count: 2, amount: 0 },
  { kind: 'order', label: 'refunded', count: 2, amount: 0 },
  { kind: 'sale', label: 'business', count: 1, amount: 90_000 },
  { kind: 'sale', label: 'self', count: 3, amount: 30_001 },
  { kind: 'refund', label: '', count: 2, amount: 20_000 },
  { kind: 'visit', label: '', count: 80, amount: 0 },
  { kind: 'funnel', label: 'paid', count: 2, amount: 0 },
  { kind: 'funnel', label: 'cart', count: 9, amount: 0 },
  { kind: 'event', label: 'plp_view', count: 300, amount: 0 },
  { kind: 'event', label: 'add_to_cart_self', count: 6, amount: 0 },
  { kind: 'event', label: 'add_to_cart_business', count: 4, amount: 0 },
  { kind: 'event', label: 'page_view', count: 999, amount: 0 },
  { kind: 'access', label: 'open', count: 6, amount: 0 },
  { kind: 'access', label: 'completed', count: 3, amount: 0 },
])

describe('the eight figures', () => {
  // shows: B2.6
  it('count payments less refunds, measured visits that paid, views and completed accesses', () => {
    expect(figures).toMatchObject({ orders: 7, pending: 2, paid: 4, paidBusiness: 1, gross: 120_001, refunded: 20_000 })
    const values = Object.fromEntries(kpisOf(figures, undefined).map(({ key, value }) => [key, value]))
    expect(values).toEqual({
      revenue: 100_001,
      orders: 4,
      average: 25_000,
      conversion: 2.5,
      views: 300,
      cart: 10,
      business: 25,
      completion: 33.3,
    })
  })

  // shows: B2.6
  it('are compared with the previous period: in percent, shares in points, and not at all with nothing', () => {
    const kpi = { key: 'revenue', unit: 'pesos', value: 150, before: 100 } as const
    expect(changeOf(kpi)).toBe(50)
    expect(changeOf({ ...kpi, value: 50 })).toBe(-50)
    expect(changeOf({ ...kpi, unit: 'percent', value: 33.3, before: 25 })).toBe(8.3)
    expect(changeOf({ ...kpi, before: 0 })).toBeUndefined()
    // A month of more refunds than sales has no percentage that would say the next one is better.
    expect(changeOf({ ...kpi, before: -100 })).toBeUndefined()
    expect(changeOf({ ...kpi, value: undefined })).toBeUndefined()
    expect(kpisOf(figuresOf([]), undefined).filter(({ value }) => value === undefined)).toHaveLength(4)
  })
})

describe('the bars of a chart', () => {
  const days = [
    { day: '2026-11-03', gross: pesos(100), refunded: pesos(30), chargedBack: pesos(5), orders: 2 },
  ] as const

  it('are days, including those without a sale', () => {
    const bars = barsOf(days, '2026-11-01', '2026-11-30')
    expect(bars).toHaveLength(30)
    expect(bars[2]).toEqual({
      from: '2026-11-03',
      to: '2026-11-03',
      gross: 100,
      refunded: 30,
      chargedBack: 5,
      orders: 2,
    })
  })

  it('are weeks or longer when there are too many days, without losing any', () => {
    const bars = barsOf(days, '2026-01-01', '2026-12-31')
    expect(bars).toHaveLength(53)
    expect(bars.at(-1)).toMatchObject({ from: '2026-12-31', to: '2026-12-31' })
    expect(bars.reduce((sum, bar) => sum + netOf(bar), 0)).toBe(65)
    expect(barsOf([], '2016-11-14', '2026-11-21').length).toBeLessThanOrEqual(62)
  })
})

import { expect, it } from 'vitest'
import { pesos } from '#app/kernel/money.ts'
import { againstText, shareText } from './analytics-texts.ts'
import { divisionOf, type FunnelDay, funnelBars, saleSums, salesOf, stepsByKey } from './funnel.ts'

const day = (day: FunnelDay['day'], visits: number): FunnelDay => ({
  day,
  visits,
  steps: { view: visits, click: 2, cart: 1, checkout: 1, paid: 0 },
  orders: 1,
  gross: pesos(1000),
  refunded: pesos(0),
  chargedBack: pesos(0),
})

it('groups steps by their labels, also names with a colon', () => {
  const found = stepsByKey([
    { label: 'view', count: 5 },
    { label: 'paid', count: 1 },
    { label: 'visit:a.cl:8', count: 3 },
    { label: 'cart:a.cl:8', count: 2 },
    { label: 'moon:a.cl:8', count: 9 },
  ])
  expect(found.get('')).toEqual({ visits: 0, steps: { view: 5, click: 0, cart: 0, checkout: 0, paid: 1 } })
  expect(found.get('a.cl:8')).toEqual({ visits: 3, steps: { view: 0, click: 0, cart: 2, checkout: 0, paid: 0 } })
})

// shows: B2.69
it('shows every day, or weeks when there are too many days', () => {
  const days = [day('2026-01-02', 4), day('2026-01-09', 3)]
  const few = funnelBars(days, '2026-01-01', '2026-01-10')
  expect(few.map(bar => bar.visits)).toEqual([0, 4, 0, 0, 0, 0, 0, 0, 3, 0])
  const weeks = funnelBars(days, '2026-01-01', '2026-03-31')
  expect(weeks[0]).toMatchObject({ from: '2026-01-01', to: '2026-01-07', visits: 4, orders: 1, gross: 1000 })
  expect(weeks[1]).toMatchObject({ visits: 3, steps: { view: 3, click: 2, cart: 1, checkout: 1, paid: 0 } })
  expect(weeks.at(-1)).toMatchObject({ from: '2026-03-26', to: '2026-03-31' })
})

it('sums codes and bands', () => {
  const sales = salesOf([
    { kind: 'discount', label: 'A', count: 2, amount: 500 },
    { kind: 'discount_sold', label: 'A', count: 2, amount: 9500 },
    { kind: 'discount', label: 'B', count: 1, amount: 100 },
    { kind: 'discount_sold', label: 'B', count: 1, amount: 20_000 },
    { kind: 'band', label: '11-49', count: 1, amount: 29_500 },
    { kind: 'band_seats', label: '11-49', count: 20, amount: 0 },
  ])
  expect(sales.codes).toEqual([
    { code: 'B', orders: 1, taken: 100, sold: 20_000 },
    { code: 'A', orders: 2, taken: 500, sold: 9500 },
  ])
  expect(sales.bands.map(({ band, seats }) => [band, seats])).toEqual([
    ['self', 0],
    ['1-10', 0],
    ['11-49', 20],
    ['50+', 0],
  ])
  expect(saleSums(sales)).toEqual({ seats: 20, taken: 600, withCode: 3 })
})

it('formats shares and changes, and nothing for an empty base', () => {
  expect([shareText(1, 3), shareText(0, 0)]).toEqual(['33,3%', '–'])
  expect([
    againstText(15, 10),
    againstText(9, 10),
    againstText(10, 10),
    againstText(3, 0),
    againstText(3, undefined),
  ]).toEqual(['+50%', '−10%', 'igual', '–', '–'])
  expect([divisionOf('origen'), divisionOf('luna'), divisionOf(null)]).toEqual(['origen', 'dia', 'dia'])
})

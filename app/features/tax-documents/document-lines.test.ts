import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Pesos, pesos, prorate, splitVat, sumPesos, ZERO } from '#app/kernel/money.ts'
import { type DocumentItem, documentLines } from './document-lines.ts'

const item = (total: number, discount = 0): DocumentItem => ({
  product_name: 'Madurez de datos',
  mode: 'business',
  seats: 11,
  tops_up_item_id: null,
  discount_clp: pesos(discount),
  total_clp: pesos(total),
})
const totalsOf = (items: readonly DocumentItem[]) => {
  const total = sumPesos(items.map(({ total_clp }) => total_clp))
  return { ...splitVat(total), total }
}
const sum = (lines: readonly { amount: Pesos }[]) => sumPesos(lines.map(({ amount }) => amount))

it('the lines of a boleta are gross, of a factura net, and of a part one line', () => {
  const items = [item(680), item(1000, 200)]
  const drawn = { items, totals: totalsOf(items), orderNumber: 'ALH-1', isPart: false }
  expect(documentLines({ ...drawn, kind: 39 })).toEqual([
    { name: 'Madurez de datos', description: 'Empresa, 11 personas', amount: 680 },
    { name: 'Madurez de datos', description: 'Empresa, 11 personas, con descuento de $200', amount: 1000 },
  ])
  expect(documentLines({ ...drawn, kind: 33 }).map(({ amount }) => amount)).toEqual([572, 840])
  expect(documentLines({ ...drawn, kind: 61, isPart: true })).toEqual([
    { name: 'Devolución parcial, compra ALH-1', description: null, amount: 1412 },
  ])
})

it('the lines add up to the peso, whatever the prices, discounts and rounding', () => {
  const prices = fc.array(fc.integer({ min: 0, max: 40_000_000 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(prices, fc.double({ min: 0, max: 0.99, noNaN: true }), (subtotals, share) => {
      const weights = subtotals.map(pesos)
      const discounts = prorate(pesos(Math.floor(sumPesos(weights) * share)), weights)
      const items = subtotals.map((subtotal, index) => item(subtotal - (discounts[index] ?? 0), discounts[index]))
      const totals = totalsOf(items)
      fc.pre(totals.total > 0)
      const drawn = { items, totals, orderNumber: 'ALH-1', isPart: false }
      expect(sum(documentLines({ ...drawn, kind: 39 }))).toBe(totals.total)
      for (const kind of [33, 61] as const) expect(sum(documentLines({ ...drawn, kind }))).toBe(totals.net)
      expect(totals.net + totals.vat).toBe(totals.total)
      expect(documentLines({ ...drawn, kind: 33 }).every(({ amount }) => amount > ZERO)).toBe(true)
    }),
  )
})

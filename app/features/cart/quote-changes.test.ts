import { expect, it } from 'vitest'
import { pesos } from '#app/kernel/money.ts'
import type { Quote } from './cart.ts'
import { quoteChanges } from './quote-changes.ts'

type Line = { name: string; total: number; seats?: number; mode?: 'self' | 'business' }

const quote = (lines: Line[], discount?: number): Quote =>
  ({
    lines: lines.map(({ name, total, seats = 1, mode = 'self' }) => ({
      product_id: name,
      mode,
      seats,
      total_clp: pesos(total),
      assessment: { name },
    })),
    discount: discount === undefined ? null : { code: 'VERANO', amount: pesos(discount) },
  }) as unknown as Quote

it('names what costs more, what is gone and what came instead, with both amounts', () => {
  const before = quote([
    { name: 'Agilidad', total: 100 },
    { name: 'Datos', total: 200 },
    { name: 'Equipo', total: 300, seats: 3, mode: 'business' },
    { name: 'Igual', total: 50 },
  ])
  const after = quote([
    { name: 'Agilidad', total: 120 },
    { name: 'Equipo', total: 250, seats: 2, mode: 'business' },
    { name: 'Igual', total: 50 },
    { name: 'Datos', total: 400, mode: 'business' },
  ])
  expect(quoteChanges(before, after)).toEqual([
    { what: 'Agilidad, Individual', before: 100, after: 120 },
    { what: 'Datos, Individual', before: 200, after: undefined },
    { what: 'Equipo, Empresa', before: 300, after: 250, seats: '3 → 2 personas' },
    { what: 'Datos, Empresa', before: undefined, after: 400 },
  ])
})

it('names a discount that ended, and nothing where nothing changed', () => {
  const lines = [{ name: 'Agilidad', total: 100 }]
  expect(quoteChanges(quote(lines, 10), quote(lines))).toEqual([
    { what: 'Descuento VERANO', before: 10, after: undefined },
  ])
  expect(quoteChanges(quote(lines, 10), quote(lines, 10))).toEqual([])
})

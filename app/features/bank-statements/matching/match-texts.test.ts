import { expect, it } from 'vitest'
import { pesos } from '#app/kernel/money.ts'
import { differenceText, missingText, reasonsText } from './match-texts.ts'

it('says what an order and a credit have in common', () => {
  expect(reasonsText({ reasons: ['order_number', 'amount'] })).toBe('Monto y número de orden coinciden')
  expect(reasonsText({ reasons: ['rut', 'amount', 'reference'] })).toBe(
    'Monto, referencia registrada y RUT de quien paga coinciden',
  )
  expect(reasonsText({ reasons: ['amount'] })).toBe('Monto coincide')
})

it('says what is missing and what is left, also to the buyer', () => {
  expect([0, 5000, -5000].map(difference => differenceText({ difference }))).toEqual([
    undefined,
    'Sobran $5.000',
    'Faltan $5.000',
  ])
  const order = {
    number: 'ALH-1764000000001-abc123-WXYZ',
    total: pesos(590_000),
    client: { name: 'Ana Rojas' },
    held_until: new Date('2026-11-28T15:00:00Z'),
  }
  const text = missingText(order, 500_000)
  expect(text).toContain('Recibimos tu transferencia de $500.000 para la orden ALH-1764000000001-abc123-WXYZ')
  expect(text).toContain('Faltan $90.000. Transfiérelos hasta el 28-11-2026')
})

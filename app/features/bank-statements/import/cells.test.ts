import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatPesos } from '#app/kernel/format.ts'
import { pesos } from '#app/kernel/money.ts'
import { formatRut } from '#app/kernel/rut.ts'
import { readAmount, readDay, rutsIn } from './cells.ts'

it.each([
  ['$1.234.567', 1_234_567],
  ['1.234.567,00', 1_234_567],
  ['1,234,567.00', 1_234_567],
  ['$ 590.000', 590_000],
  ['590000', 590_000],
  ['590000.0', 590_000],
  ['+1.000', 1000],
  ['-1.234', -1234],
  ['−1.234', -1234],
  ['(1.234)', -1234],
  ['1.234-', -1234],
  ['1.5E6', 1_500_000],
  ['CLP 12.000', 12_000],
  ['0', 0],
])('reads %s as %i pesos', (text, amount) => expect(readAmount(text)).toBe(amount))

it.each(['', '-', 'abc', '1.23', '12,5', '1.2345', '1.234.00', '1,234.567', '--5', '(5', '5)', '1e99', '9'.repeat(14)])(
  'reads no amount in «%s»',
  text => expect(readAmount(text)).toBeUndefined(),
)

it('reads every amount as the shop writes it, in any of the usual ways', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 12 }), value => {
      const written = formatPesos(pesos(value))
      for (const text of [written, `${written},00`, String(value), `${value}.00`]) expect(readAmount(text)).toBe(value)
      expect(readAmount(`-${written}`)).toBe(-value)
    }),
  )
})

it.each([
  ['21/11/2026', '2026-11-21'],
  ['21-11-26', '2026-11-21'],
  ['1.3.2026', '2026-03-01'],
  ['2026-11-21', '2026-11-21'],
  ['2026-11-21T15:04:00', '2026-11-21'],
  ['21/11/2026 15:04', '2026-11-21'],
  ['21 nov 2026', '2026-11-21'],
  ['21 de noviembre de 2026', '2026-11-21'],
  ['46347', '2026-11-21'],
  ['46347.625', '2026-11-21'],
  ['20/11', '2026-11-20'],
  ['31/12', '2025-12-31'],
])('reads the day %s', (text, day) => expect(readDay(text, '2026-11-21')).toBe(day))

it.each(['', '31/02/2026', '21/13/2026', 'Saldo', '12345678', '00/11/2026'])('reads no day in «%s»', text =>
  expect(readDay(text, '2026-11-21')).toBeUndefined(),
)

it('finds RUTs with dots, with zeros before them and without a hyphen, and no other numbers', () => {
  expect(rutsIn('TRANSF DE 0761920839 EMPRESA SPA')).toEqual(['76192083-9'])
  expect(rutsIn('Abono 76.192.083-9 / 76192083-9')).toEqual(['76192083-9'])
  expect(rutsIn('11.111.111-1 y 6.265.837-1')).toEqual(['11111111-1', '6265837-1'])
  expect(rutsIn('OP 0761920830, ALH-1764000000000-abc123-WXYZ, $590.000')).toEqual([])
})

it('finds a formatted RUT between any words', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('76192083-9', '11111111-1', '6265837-1'),
      fc.constantFrom('pago', ':', '(', 'RUT '),
      (rut, word) => {
        expect(rutsIn(`${word} ${formatRut(rut)} gracias`)).toEqual([rut])
        expect(rutsIn(`${word} ${rut.replace('-', '').padStart(10, '0')} gracias`)).toEqual([rut])
      },
    ),
  )
})

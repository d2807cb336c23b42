import { describe, expect, it } from 'vitest'
import { titleKey } from './report-columns.ts'
import { readAmount, readAuthorization, readCard, readDay, readInstallment } from './report-values.ts'

it.each([
  ['$1.234.567', 1_234_567],
  ['1234567,00', 1_234_567],
  ['1234567.00', 1_234_567],
  ['1,234,567.00', 1_234_567],
  ['1.234.567,00', 1_234_567],
  ['-1.500', -1500],
  ['$-1.500', -1500],
  ['1.500-', -1500],
  ['(1.500)', -1500],
  [' CLP 990 ', 990],
  ['0', 0],
  ['-0', 0],
  ['1.2E6', 1_200_000],
  ['="00120"', 120],
  ['10,50', undefined],
  ['1.23', undefined],
  ['1.2345', undefined],
  ['mil', undefined],
  ['', undefined],
  ['99999999999999999999', undefined],
])('the amount %s is %s pesos', (text, amount) => {
  expect(readAmount(text)).toBe(amount)
})

it.each([
  ['21/11/2026', '2026-11-21'],
  ['1-2-2026', '2026-02-01'],
  ['21.11.26', '2026-11-21'],
  ['21/11/2026 9:05', '2026-11-21'],
  ['21-11-2026 23:59:58', '2026-11-21'],
  ['2026-11-21', '2026-11-21'],
  ['2026-11-21T15:05:00', '2026-11-21'],
  // Three hours behind UTC: still the day before.
  ['2026-11-22T02:30:15Z', '2026-11-21'],
  ['46347', '2026-11-21'],
  ['46347.5', '2026-11-21'],
])('the date %s is %s', (text, day) => {
  expect(readDay(text)).toBe(day)
})

it.each(['31/02/2026', '13/13/2026', '21/11/2026 25:00', '20261121', 'ayer', ''])('%s is no date', text => {
  expect(readDay(text)).toBeUndefined()
})

describe('codes', () => {
  it('get back the zeros that a spreadsheet took', () => {
    expect(['1234', '="001234"', "'001234", 'a1b2c3', '000000', '', '-'].map(readAuthorization)).toEqual([
      '001234',
      '001234',
      '001234',
      'A1B2C3',
      null,
      null,
      null,
    ])
  })

  it('of cards and instalments are read however they are written', () => {
    expect(['XXXX-XXXX-XXXX-6623', '6623', '590', '**6590', ''].map(readCard)).toEqual([
      '6623',
      '6623',
      '0590',
      '6590',
      null,
    ])
    expect(['01/3', '3 de 6', 'S/C', '0', '', '12'].map(readInstallment)).toEqual([1, 3, null, null, null, 12])
  })

  it('titles are compared without accents, capitals and signs', () => {
    expect(
      ['Nº Cuota', 'N° CUOTA', 'Nro. cuota', 'NRO CUOTA', 'No. cuota', 'Número de cuota', ' Código  Autorización '].map(
        titleKey,
      ),
    ).toEqual(['n cuota', 'n cuota', 'n cuota', 'n cuota', 'n cuota', 'numero de cuota', 'codigo autorizacion'])
  })
})

import { expect, it } from 'vitest'
import { pesos } from '#app/kernel/money.ts'
import { changeText, kpiText } from './analytics-texts.ts'
import { figuresOf, kpisOf } from './figures.ts'
import { reportDocument, reportSheets } from './report-document.ts'

const now = figuresOf([
  { kind: 'sale', label: 'business', count: 2, amount: 1_500_000 },
  { kind: 'access', label: 'completed', count: 1, amount: 0 },
  { kind: 'access', label: 'open', count: 2, amount: 0 },
])
const before = figuresOf([{ kind: 'sale', label: 'self', count: 1, amount: 1_000_000 }])
const input = {
  report: {
    kpis: kpisOf(now, before),
    sums: now,
    bars: [
      { from: '2026-11-20', to: '2026-11-20', gross: pesos(0), refunded: pesos(0), chargedBack: pesos(0), orders: 0 },
      {
        from: '2026-11-21',
        to: '2026-11-21',
        gross: pesos(1_500_000),
        refunded: pesos(80_000),
        chargedBack: pesos(10_000),
        orders: 2,
      },
    ] as const,
    top: [{ id: 'a', name: '=Agilidad', seats: 20, gross: pesos(1_500_000) }],
  },
  period: 'Últimos 30 días',
  brand: 'Alhena',
  now: new Date('2026-11-21T15:00:00Z'),
}
const report = { ...input, report: { ...input.report, bars: [...input.report.bars] } }

// shows: B2.9
it('shows the eight figures with their base and comparison', () => {
  const { figures } = reportDocument(report).content
  expect(figures).toHaveLength(8)
  expect(figures[0]).toEqual({
    label: 'Ingresos',
    value: '$1.500.000',
    change: '+50% que el período anterior',
    counts: 'Pagos menos reembolsos y contracargos, IVA incluido',
  })
  expect(figures[6]).toMatchObject({
    label: '% Empresa',
    value: '100%',
    change: '+100 puntos que el período anterior',
  })
  expect(figures[3]).toMatchObject({ label: 'Conversión', value: '–', change: 'Sin período anterior para comparar' })
})

it('lists the days with orders in the document, and every day in the sheet', () => {
  const { days } = reportDocument(report).content
  expect(days).toEqual([
    { date: '21-11-2026', orders: '2', gross: '$1.500.000', returned: '$90.000', net: '$1.410.000' },
  ])
  expect(rowsOf('Por fecha')).toContainEqual([{ day: '2026-11-20' }, { day: '2026-11-20' }, 0, 0, 0, 0, 0])
})

const rowsOf = (name: string) => reportSheets(report).find(sheet => sheet.name === name)?.rows

// shows: B2.9
it('has the same figures in the workbook as numbers and dates, without formulas', () => {
  expect(rowsOf('Indicadores')).toContainEqual([
    'Ingresos',
    1_500_000,
    1_000_000,
    'CLP',
    'Pagos menos reembolsos y contracargos, IVA incluido',
  ])
  expect(rowsOf('Indicadores')?.find(([label]) => label === 'Completitud')).toEqual([
    'Completitud',
    expect.closeTo(33.3, 1),
    null,
    '%',
    'De los accesos entregados',
  ])
  expect(rowsOf('Más ventas')).toContainEqual(['=Agilidad', 20, 1_500_000])
  expect(rowsOf('Por fecha')).toContainEqual([
    { day: '2026-11-21' },
    { day: '2026-11-21' },
    2,
    1_500_000,
    90_000,
    1_410_000,
  ])
})

it('words decreases and unchanged figures', () => {
  const kpi = { key: 'orders', unit: 'count', value: 1, before: 2 } as const
  expect(changeText(kpi)).toBe('−50% que el período anterior')
  expect(changeText({ ...kpi, value: 2 })).toBe('Igual que el período anterior')
  expect(changeText({ ...kpi, unit: 'percent', value: 3 })).toBe('+1 punto que el período anterior')
  expect(kpiText({ value: 1234, unit: 'count' })).toBe('1.234')
})

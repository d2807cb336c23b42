import type { Cell, Sheet } from '#app/platform/sheets/workbook.server.ts'
import { bandText, DIVISION_TEXTS, STEP_TEXTS } from './analytics-texts.ts'
import { netOf } from './figures.ts'
import type { Analytics } from './find-analytics.server.ts'
import { type Division, type FunnelRow, STEPS, type Steps } from './funnel.ts'

const NUMBER = 14
const NAME = 40

const stepColumns = STEPS.map(step => ({ label: STEP_TEXTS[step].label, width: NUMBER + 6 }))
const stepCells = (steps: Steps): number[] => STEPS.map(step => steps[step])

/** The funnel by a division as a table of numbers. Days are dates of Santiago. */
export function divisionSheet(analytics: Analytics, division: Division): Sheet {
  const { tab, head } = DIVISION_TEXTS[division]
  if (division === 'dia') {
    return {
      name: tab,
      columns: [
        { label: 'Desde', width: NUMBER },
        { label: 'Hasta', width: NUMBER },
        { label: 'Visitas medidas', width: NUMBER },
        ...stepColumns,
        { label: 'Órdenes pagadas', width: NUMBER },
        { label: 'Ventas CLP', width: NUMBER },
        { label: 'Reembolsos CLP', width: NUMBER },
        { label: 'Contracargos CLP', width: NUMBER },
        { label: 'Ingresos CLP', width: NUMBER },
      ],
      rows: analytics.bars.map(bar => [
        { day: bar.from },
        { day: bar.to },
        bar.visits,
        ...stepCells(bar.steps),
        bar.orders,
        bar.gross,
        bar.refunded,
        bar.chargedBack,
        netOf(bar),
      ]),
    }
  }
  const rows = analytics.divided[division] ?? []
  const extra = division === 'origen' ? [] : ['Personas vendidas', 'Ventas CLP']
  return {
    name: tab,
    columns: [
      { label: head, width: NAME },
      ...(division === 'origen' ? [{ label: 'Visitas medidas', width: NUMBER }] : []),
      ...stepColumns,
      ...extra.map(label => ({ label, width: NUMBER })),
    ],
    rows: rows.map(rowCells),
  }
}

const rowCells = ({ name, visits, steps, sold }: FunnelRow): Cell[] => [
  name,
  ...(visits === undefined ? [] : [visits]),
  ...stepCells(steps),
  ...(sold === undefined ? [] : [sold.count, sold.gross]),
]

/** All of a period's analytics, a sheet for each part, with the notice of who is counted. */
export function analyticsSheets(analytics: Analytics, period: string): Sheet[] {
  const { now, before, codes, bands } = analytics
  const compared = (label: string, read: (totals: typeof now) => number): Cell[] => [
    label,
    read(now),
    before ? read(before) : null,
  ]
  return [
    {
      name: 'Resumen',
      columns: [
        { label: period, width: NAME },
        { label: 'Período', width: NUMBER },
        { label: 'Período anterior', width: NUMBER + 4 },
      ],
      rows: [
        compared('Visitas medidas (solo quienes aceptaron la medición)', totals => totals.figures.visits),
        ...STEPS.map(step => compared(STEP_TEXTS[step].label, totals => totals.steps[step])),
        compared('Órdenes pagadas (todas)', totals => totals.figures.paid),
        compared('Ventas CLP', totals => totals.figures.gross),
        compared('Reembolsos CLP', totals => totals.figures.refunded),
        compared('Contracargos CLP', totals => totals.figures.chargedBack),
        compared('Ingresos CLP', totals => netOf(totals.figures)),
        compared('Personas vendidas', totals => totals.sales.seats),
        compared('Accesos entregados', totals => totals.figures.accesses),
        compared('Accesos completados', totals => totals.figures.completed),
        compared('Órdenes con código', totals => totals.sales.withCode),
        compared('Descontado CLP', totals => totals.sales.taken),
      ],
    },
    ...(['dia', 'categoria', 'producto', 'origen'] as const).map(division => divisionSheet(analytics, division)),
    {
      name: 'Descuentos',
      columns: [
        { label: 'Código', width: NAME },
        { label: 'Órdenes pagadas', width: NUMBER },
        { label: 'Descontado CLP', width: NUMBER },
        { label: 'Ventas CLP', width: NUMBER },
      ],
      rows: codes.map(({ code, orders, taken, sold }) => [code, orders, taken, sold]),
    },
    {
      name: 'Asientos',
      columns: [
        { label: 'Tramo', width: NAME },
        { label: 'Compras', width: NUMBER },
        { label: 'Asientos', width: NUMBER },
        { label: 'Ventas CLP', width: NUMBER },
      ],
      rows: bands.map(({ band, lines, seats, gross }) => [bandText(band), lines, seats, gross]),
    },
  ]
}

/** One part as a table of texts, for CSV. */
export const sheetTable = ({ columns, rows }: Sheet): string[][] => [
  columns.map(({ label }) => label),
  ...rows.map(row =>
    row.map(cell => (cell === null ? '' : typeof cell === 'object' && 'day' in cell ? cell.day : String(cell))),
  ),
]

import { formatDateTime } from '#app/kernel/dates.ts'
import { formatInteger, formatPesos } from '#app/kernel/format.ts'
import type { PdfDocument } from '#app/platform/pdf/pdf-document.ts'
import type { Sheet } from '#app/platform/sheets/workbook.server.ts'
import { barText, changeText, KPI_TEXTS, kpiText } from './analytics-texts.ts'
import type { Report } from './find-analytics.server.ts'

type Input = { report: Report; period: string; brand: string; now: Date }

/** The report of a period as a document (specification 2, section 2, 'Exportar Reporte'). */
export function reportDocument({ report, period, brand, now }: Input): PdfDocument {
  const { kpis, bars, top } = report
  // The document leaves days without orders out; the sheet has them all.
  const sold = bars.filter(bar => bar.orders > 0)
  return {
    title: `Reporte ${period}`,
    subject: 'Reporte de la tienda',
    brand,
    author: brand,
    letterhead: [brand, 'Reporte interno'],
    heading: { kind: 'Reporte', name: period },
    facts: [{ label: 'Preparado', value: formatDateTime(now) }],
    blocks: [
      {
        kind: 'table',
        columns: [
          { label: 'Indicador', share: 0.4, align: 'left' },
          { label: 'Valor', share: 0.2, align: 'right' },
          { label: 'Comparación', share: 0.4, align: 'right' },
        ],
        rows: kpis.map(kpi => ({
          cells: [KPI_TEXTS[kpi.key].label, kpiText(kpi), changeText(kpi)],
          note: KPI_TEXTS[kpi.key].counts,
        })),
      },
      {
        kind: 'table',
        columns: [
          { label: 'Assessments con más ingresos', share: 0.6, align: 'left' },
          { label: 'Personas', share: 0.2, align: 'right' },
          { label: 'Ingresos', share: 0.2, align: 'right' },
        ],
        rows: top.map(({ name, seats, revenue }) => ({ cells: [name, formatInteger(seats), formatPesos(revenue)] })),
      },
      {
        kind: 'table',
        dense: true,
        columns: [
          { label: 'Días con órdenes', share: 0.6, align: 'left' },
          { label: 'Órdenes', share: 0.2, align: 'right' },
          { label: 'Ingresos', share: 0.2, align: 'right' },
        ],
        rows: sold.map(bar => ({ cells: [barText(bar), formatInteger(bar.orders), formatPesos(bar.revenue)] })),
      },
    ],
    footer: `${brand} · Reporte ${period}`,
    createdAt: now,
  }
}

/** The same as a workbook: figures are numbers and days are dates, to count with; nothing in it is computed. */
export const reportSheets = ({ report: { kpis, bars, top }, period, now }: Input): Sheet[] => [
  {
    name: 'Indicadores',
    columns: [
      { label: 'Indicador', width: 28 },
      { label: 'Valor', width: 16 },
      { label: 'Período anterior', width: 18 },
      { label: 'Unidad', width: 12 },
      { label: 'Qué cuenta', width: 44 },
    ],
    rows: kpis.map(({ key, value, before, unit }) => [
      KPI_TEXTS[key].label,
      value ?? null,
      before ?? null,
      UNITS[unit],
      KPI_TEXTS[key].counts,
    ]),
  },
  {
    name: 'Más ingresos',
    columns: [
      { label: 'Assessment', width: 44 },
      { label: 'Personas', width: 12 },
      { label: 'Ingresos CLP', width: 16 },
    ],
    rows: top.map(({ name, seats, revenue }) => [name, seats, revenue]),
  },
  {
    name: 'Por fecha',
    columns: [
      { label: 'Desde', width: 14 },
      { label: 'Hasta', width: 14 },
      { label: 'Órdenes', width: 12 },
      { label: 'Ingresos CLP', width: 16 },
    ],
    rows: bars.map(({ from, to, orders, revenue }) => [{ day: from }, { day: to }, orders, revenue]),
  },
  {
    name: 'Reporte',
    columns: [
      { label: 'Período', width: 32 },
      { label: 'Preparado', width: 20 },
    ],
    rows: [[period, formatDateTime(now)]],
  },
]

const UNITS = { pesos: 'CLP', count: 'Cantidad', percent: '%' } as const

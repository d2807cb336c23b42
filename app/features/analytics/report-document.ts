import { formatDateTime } from '#app/kernel/dates.ts'
import { formatInteger, formatPesos } from '#app/kernel/format.ts'
import { pesos } from '#app/kernel/money.ts'
import type { PdfDocument, PdfFact } from '#app/platform/pdf/pdf-document.ts'
import type { Sheet } from '#app/platform/sheets/workbook.server.ts'
import { barText, changeText, KPI_TEXTS, kpiText } from './analytics-texts.ts'
import { netOf } from './figures.ts'
import type { Report } from './find-analytics.server.ts'

type Input = { report: Report; period: string; brand: string; now: Date }

/** What `documents/store-report.typ` lays out. */
type StoreReportContent = {
  letterhead: readonly string[]
  period: string
  facts: readonly PdfFact[]
  figures: readonly { label: string; counts: string; value: string; change: string }[]
  top: readonly { name: string; seats: string; gross: string }[]
  /** `returned`: refunds and chargebacks. */
  days: readonly { date: string; orders: string; gross: string; returned: string; net: string }[]
}

/** The report of a period as a document (specification 2, section 2, 'Exportar Reporte'). */
export function reportDocument({ report, period, brand, now }: Input): PdfDocument<StoreReportContent> {
  const { kpis, bars, top } = report
  return {
    template: 'store-report',
    title: `Reporte ${period}`,
    subject: 'Reporte de la tienda',
    brand,
    author: brand,
    footer: `${brand} · Reporte ${period}`,
    createdAt: now,
    content: {
      letterhead: [brand, 'Reporte interno'],
      period,
      facts: [{ label: 'Preparado', value: formatDateTime(now) }],
      figures: kpis.map(kpi => ({ ...KPI_TEXTS[kpi.key], value: kpiText(kpi), change: changeText(kpi) })),
      top: top.map(({ name, seats, gross }) => ({ name, seats: formatInteger(seats), gross: formatPesos(gross) })),
      // The document leaves days without movements out; the sheet has them all.
      days: bars
        .filter(bar => bar.orders > 0 || bar.refunded > 0 || bar.chargedBack !== 0)
        .map(bar => ({
          date: barText(bar),
          orders: formatInteger(bar.orders),
          gross: formatPesos(bar.gross),
          returned: formatPesos(pesos(bar.refunded + bar.chargedBack)),
          net: formatPesos(netOf(bar)),
        })),
    },
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
    name: 'Más ventas',
    columns: [
      { label: 'Assessment', width: 44 },
      { label: 'Asientos', width: 12 },
      { label: 'Ventas CLP', width: 16 },
    ],
    rows: top.map(({ name, seats, gross }) => [name, seats, gross]),
  },
  {
    name: 'Por fecha',
    columns: [
      { label: 'Desde', width: 14 },
      { label: 'Hasta', width: 14 },
      { label: 'Órdenes', width: 12 },
      { label: 'Ventas CLP', width: 16 },
      { label: 'Reembolsos CLP', width: 16 },
      { label: 'Contracargos CLP', width: 16 },
      { label: 'Ingresos CLP', width: 16 },
    ],
    rows: bars.map(bar => [
      { day: bar.from },
      { day: bar.to },
      bar.orders,
      bar.gross,
      bar.refunded,
      bar.chargedBack,
      netOf(bar),
    ]),
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

import type { ConsolidatedFigures } from '#app/features/results/consolidated/consolidated.ts'
import { dayOf } from '#app/kernel/dates.ts'
import type { Cell, Sheet } from '#app/platform/sheets/workbook.server.ts'
import { changeMethod, changeText, type SectionChange } from './change.ts'
import { type Comparison, changeRows, comparisonText } from './comparison.ts'
import { FINISHED_TEXT, type FinishedAction, uncomparedText } from './finished-actions.ts'
import { TREND_TITLE, type Trend, trendText } from './trend.ts'

const COLUMNS = [
  { label: 'Área', width: 30 },
  { label: 'Antes', width: 12, decimals: 1 as const },
  { label: 'Ahora', width: 12, decimals: 1 as const },
  { label: 'Cambio', width: 12, decimals: 1 as const },
  { label: 'Cambio en palabras', width: 22 },
  { label: 'Intervalo de 95%, desde', width: 13, decimals: 2 as const },
  { label: 'Intervalo de 95%, hasta', width: 13, decimals: 2 as const },
  { label: 'Personas que respondieron ambas', width: 15 },
  { label: 'Suben', width: 12 },
  { label: 'Bajan', width: 12 },
  { label: 'Igual', width: 12 },
]

/** Widths of a trend's columns that its areas are not named by. */
const TREND_WIDTHS: Readonly<Record<string, number>> = { Ronda: 10, Orden: 16 }

const changeCells = (row: SectionChange): Cell[] => [
  row.area,
  row.before,
  row.now,
  row.change,
  changeText(row),
  row.interval?.low ?? null,
  row.interval?.high ?? null,
  row.pairs?.people ?? null,
  row.pairs?.up ?? null,
  row.pairs?.down ?? null,
  row.pairs?.same ?? null,
]

type Compared = {
  comparison: Comparison | null
  trend?: Trend | null
  figures: Pick<ConsolidatedFigures, 'people'>
}

/** The change since the earlier measurement with how it is measured, and the trend, below each other; none without either. */
export function comparisonSheet({ comparison, trend, figures: { people } }: Compared): Sheet[] {
  const trends = trend ? trendTables(trend) : []
  if (comparison === null && trends.length === 0) return []
  return [
    {
      name: 'Comparación',
      columns: COLUMNS,
      moreWidths: (trends[0]?.columns ?? []).slice(COLUMNS.length).map(({ label }) => TREND_WIDTHS[label] ?? 13),
      rows: comparison ? changeRows(comparison).map(changeCells) : [],
      filter: true,
      below: [
        ...(comparison
          ? [notesTable('Cómo se midió', [comparisonText(comparison, people), ...changeMethod(comparison.method)])]
          : []),
        ...trends,
      ],
    },
  ]
}

/** Columns that a note extends over. */
const OVER = 5

const notesTable = (label: string, notes: readonly string[]) => ({
  columns: [{ label }],
  lastOver: OVER,
  rows: notes.map(text => [text]),
})

const FINISHED_COLUMNS = [
  { label: 'Acción hecha', width: 44 },
  { label: 'Área', width: 28 },
  { label: 'Número', width: 8 },
  { label: 'Pregunta', width: 46 },
  { label: 'Antes', width: 11 },
  { label: 'Ahora', width: 11 },
  { label: 'Cambio', width: 10 },
  { label: 'Cambio promedio de las otras del área', width: 18 },
  { label: 'Otras preguntas', width: 15 },
]

const finishedCells = ({ title, area, number, question, before, now, change, others }: FinishedAction): Cell[] => [
  title,
  area,
  number,
  question,
  before.mean ?? before.text,
  now.mean ?? now.text,
  change,
  others?.change ?? null,
  others?.questions ?? 0,
]

/** What became of the finished actions of the earlier purchase's plan, where there are some. */
export function finishedSheet({ comparison }: Pick<Compared, 'comparison'>): Sheet[] {
  const finished = comparison?.finished
  if (!finished) return []
  const uncompared = uncomparedText(finished)
  return [
    {
      name: 'Acciones hechas',
      columns: FINISHED_COLUMNS,
      rows: finished.actions.map(finishedCells),
      filter: true,
      below: [notesTable('Cómo leerlo', [FINISHED_TEXT, ...(uncompared === null ? [] : [uncompared])])],
    },
  ]
}

/** A measurement a row, and what it is: what a chart of a workbook is made from. */
const trendTables = (trend: Trend) => [
  {
    columns: [
      { label: 'Fecha' },
      { label: 'Personas' },
      { label: 'Nivel general', decimals: 1 as const },
      ...trend.areas.map(label => ({ label, decimals: 1 as const })),
      { label: 'Ronda' },
      { label: 'Orden' },
    ],
    rows: trend.measurements.map(({ measured_at, order_number, round, people, overall, sections }): Cell[] => [
      { day: dayOf(measured_at) },
      people,
      ...[overall, ...sections].map(({ mean, text }) => mean ?? text),
      round === 'all' ? 'Todas' : round,
      order_number,
    ]),
  },
  notesTable(TREND_TITLE, [trendText(trend)]),
]

/** The columns of the CSV that are about change alone. */
export const CHANGE_FIELDS = [
  'antes',
  'cambio',
  'cambio_en_palabras',
  'cambio_desde',
  'cambio_hasta',
  'personas_en_ambas',
  'suben',
  'bajan',
  'igual',
] as const

type ChangeLine = Record<(typeof CHANGE_FIELDS)[number] | 'tipo' | 'area' | 'promedio', Cell>

/** Lines of the CSV: the change of the general level (without an area) and of each area. `promedio` is the level of now. */
export function changeLines(comparison: Comparison | null): ChangeLine[] {
  if (comparison === null) return []
  const rows = [...(comparison.overall ? [{ area: null, ...comparison.overall }] : []), ...comparison.sections]
  return rows.map(({ area, before, now, change, interval, pairs }) => ({
    tipo: 'cambio',
    area,
    antes: before,
    promedio: now,
    cambio: change,
    cambio_en_palabras: changeText({ change, interval }),
    cambio_desde: interval?.low ?? null,
    cambio_hasta: interval?.high ?? null,
    personas_en_ambas: pairs?.people ?? null,
    suben: pairs?.up ?? null,
    bajan: pairs?.down ?? null,
    igual: pairs?.same ?? null,
  }))
}

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { DIVISION_TEXTS, STEP_TEXTS } from '#app/features/analytics/analytics-texts.ts'
import { DIVISIONS, type Division, STEPS, type Steps } from '#app/features/analytics/funnel.ts'
import { countOf, formatInteger, formatPesos } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'

/** A row of the funnel in any grouping. */
export type FunnelTableRow = {
  key: string
  name: string
  visits: number | undefined
  steps: Steps
  /** Orders of a day, people of a product or a category. */
  count: number | undefined
  /** Net pesos of a day; of a product or a category before refunds. */
  pesos: Pesos | undefined
}

type FunnelTableProps = {
  division: Division
  rows: readonly FunnelTableRow[]
  /** Rows that only the files contain. */
  left: number
  /** The page's query with changed parameters. */
  queryWith: (changes: Readonly<Record<string, string>>) => string
  actions: ReactNode
}

const NOTES: Readonly<Record<Division, string>> = {
  dia: 'Visitas medidas y, a la derecha, todas las órdenes por el día de su pago, y los pagos menos los reembolsos y contracargos del día.',
  categoria:
    'Visitas medidas a los assessments de cada categoría y, a la derecha, todo lo vendido de ella, antes de reembolsos.',
  producto:
    'Visitas medidas a cada assessment y, a la derecha, todo lo vendido, antes de reembolsos. A pagar y pagaron cuentan las visitas que lo llevaban en el carrito.',
  origen: 'De dónde llegó cada visita medida: la campaña que la trajo o el sitio que enlazaba.',
}

/** The funnel by day, category, product or source. */
export function FunnelTable({ division, rows, left, queryWith, actions }: FunnelTableProps) {
  return (
    <Panel title="El embudo en detalle" description={NOTES[division]} actions={actions} padding="flush">
      <nav aria-label="Dividir el embudo" className="px-5 pb-4 sm:px-6 print:hidden">
        <ul className="flex flex-wrap gap-1">
          {DIVISIONS.map(one => (
            <li key={one}>
              <Link
                to={queryWith({ por: one })}
                preventScrollReset
                aria-current={one === division ? 'true' : undefined}
                className="inline-flex min-h-11 items-center rounded-md px-3 text-md font-medium text-muted hover:bg-ink/6 hover:text-ink aria-[current]:bg-ink/7 aria-[current]:text-ink"
              >
                {DIVISION_TEXTS[one].tab}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <DataTable
        caption={`Embudo ${DIVISION_TEXTS[division].tab.toLowerCase()}`}
        columns={columnsOf(division)}
        rows={rows}
        rowKey={row => row.key}
        folded
        empty={
          <EmptyState as="p" title="Nada en este período">
            Nadie que haya aceptado la medición pasó por aquí, ni hubo ventas.
          </EmptyState>
        }
      />
      {left > 0 && (
        <p className="border-t border-line px-5 py-4 text-md text-muted sm:px-6">
          {`Hay ${countOf(left, 'fila', 'filas')} más; el CSV las trae todas.`}
        </p>
      )}
    </Panel>
  )
}

const figure = (
  key: string,
  header: string,
  definition: string,
  read: (row: FunnelTableRow) => string,
): Column<FunnelTableRow> => ({
  key,
  header,
  definition,
  align: 'end',
  cell: read,
})

/** The figure shown on a collapsed row on phones; a count has its unit there. */
const first = (column: Column<FunnelTableRow>, unit?: string): Column<FunnelTableRow> => ({
  ...column,
  inline: 'end',
  cell: row => (
    <>
      <span>{column.cell(row)}</span>
      {unit !== undefined && <span className="hidden card:inline">{` ${unit}`}</span>}
    </>
  ),
})

type Heading = [header: string, definition: string]

const PEOPLE: Heading = ['Asientos', 'Los de órdenes pagadas en el período']
const ORDERS: Heading = ['Órdenes', 'Órdenes pagadas ese día, también si se reembolsaron después']
const SALES: Heading = ['Ventas', 'Lo cobrado por órdenes pagadas en el período, con IVA, antes de reembolsos']
const INCOME: Heading = ['Ingresos', 'Pagos menos reembolsos y contracargos del día, con IVA']

function columnsOf(division: Division): Column<FunnelTableRow>[] {
  const isProduct = division === 'producto' || division === 'categoria'
  const visits = figure('visits', 'Visitas', 'Visitas de quienes aceptaron la medición', row =>
    formatInteger(row.visits ?? 0),
  )
  return [
    { key: 'name', header: DIVISION_TEXTS[division].head, primary: true, cell: row => row.name },
    ...(isProduct ? [] : [division === 'origen' ? first(visits, 'visitas') : visits]),
    ...STEPS.map(step =>
      figure(step, STEP_TEXTS[step].short, `Visitas medidas: ${STEP_TEXTS[step].counts.toLowerCase()}`, ({ steps }) =>
        formatInteger(steps[step]),
      ),
    ),
    ...(division === 'origen'
      ? []
      : [
          figure('count', ...(isProduct ? PEOPLE : ORDERS), ({ count }) => formatInteger(count ?? 0)),
          first(
            figure('pesos', ...(isProduct ? SALES : INCOME), ({ pesos }) =>
              pesos === undefined ? '–' : formatPesos(pesos),
            ),
          ),
        ]),
  ]
}

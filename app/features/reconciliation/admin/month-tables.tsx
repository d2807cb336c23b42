import {
  type LedgerTotals,
  type MonthTotals,
  type Payout,
  TOTALS,
  unequalToLedger,
} from '#app/features/reconciliation/months/month-totals.ts'
import { formatDay } from '#app/kernel/dates.ts'
import { formatInteger, formatPesos } from '#app/kernel/format.ts'
import { pesos } from '#app/kernel/money.ts'
import { Badge } from '#app/kit/ui/badge.tsx'
import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'

type TotalsTableProps = { totals: MonthTotals; ledger: LedgerTotals; closed: MonthTotals | undefined }
type TotalRow = (typeof TOTALS)[number]

/** The totals of a month, as they were closed and as they are, beside those of the ledger. */
export function TotalsTable({ totals, ledger, closed }: TotalsTableProps) {
  const unequal = unequalToLedger(totals, ledger)
  const text = ({ isCount }: TotalRow, value: number) => (isCount ? formatInteger(value) : formatPesos(pesos(value)))
  const columns: Column<TotalRow>[] = [
    { key: 'label', header: 'Total', primary: true, cell: row => row.label },
    ...(closed
      ? [
          {
            key: 'closed',
            header: 'Al cierre',
            align: 'end',
            cell: (row: TotalRow) => text(row, closed[row.key]),
          } as const,
        ]
      : []),
    { key: 'today', header: 'Hoy', align: 'end', cell: row => text(row, totals[row.key]) },
    ...(closed
      ? [
          {
            key: 'change',
            header: 'Cambio',
            align: 'end',
            cell: (row: TotalRow) =>
              totals[row.key] === closed[row.key] ? null : text(row, totals[row.key] - closed[row.key]),
          } as const,
        ]
      : []),
    {
      key: 'ledger',
      header: 'Libro mayor',
      align: 'end',
      cell: row => {
        const posted = ledger[row.key]
        if (posted === undefined) return null
        return unequal.includes(row.key) ? (
          <span className="inline-flex flex-wrap items-center justify-end gap-2">
            <Badge tone="poor">No cuadra</Badge>
            <span>{formatPesos(pesos(posted))}</span>
          </span>
        ) : (
          formatPesos(pesos(posted))
        )
      },
    },
  ]
  return <DataTable caption="Totales del mes" columns={columns} rows={TOTALS} rowKey={({ key }) => key} />
}

/** The deposits of a month by day. */
export const PayoutTable = ({ payouts }: { payouts: readonly Payout[] }) => (
  <DataTable
    caption="Abonos por día"
    columns={PAYOUTS}
    rows={payouts}
    rowKey={({ day }) => day}
    empty={
      <EmptyState as="p" title="Sin abonos en este mes" className="py-8">
        Aparecen al subir la liquidación de abonos.
      </EmptyState>
    }
  />
)

const PAYOUTS: readonly Column<Payout>[] = [
  { key: 'day', header: 'Día', primary: true, cell: row => formatDay(row.day) },
  { key: 'sales', header: 'Ventas', align: 'end', cell: row => formatPesos(row.sales) },
  { key: 'refunds', header: 'Anulaciones', align: 'end', cell: row => formatPesos(row.refunds) },
  { key: 'fees', header: 'Comisión', align: 'end', cell: row => formatPesos(row.fees) },
  { key: 'vat', header: 'IVA', align: 'end', cell: row => formatPesos(row.fees_vat) },
  { key: 'payout', header: 'Abono', align: 'end', cell: row => formatPesos(row.payout) },
]

import { formatPesos } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'
import type { Column } from '#app/kit/ui/data-table.tsx'
import { TwoLines } from '#app/kit/ui/facts.tsx'

/** 'Gastado': what was paid less what was refunded, which is below where there was a refund. */
export const spent = <Row,>(read: (row: Row) => { spent: Pesos; refunded: Pesos }): Column<Row> => ({
  key: 'spent_clp',
  header: 'Gastado',
  definition: 'Lo pagado menos lo reembolsado, de todas las fechas, con IVA',
  align: 'end',
  inline: 'end',
  cell: row => {
    const sums = read(row)
    return sums.refunded === 0 ? (
      formatPesos(sums.spent)
    ) : (
      <TwoLines below={`Reembolsado ${formatPesos(sums.refunded)}`}>{formatPesos(sums.spent)}</TwoLines>
    )
  },
})

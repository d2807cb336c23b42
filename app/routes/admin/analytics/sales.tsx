import { bandText } from '#app/features/analytics/analytics-texts.ts'
import type { BandUse, CodeUse } from '#app/features/analytics/funnel.ts'
import { formatInteger, formatPesos } from '#app/kernel/format.ts'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Panel } from '#app/ui/panel.tsx'

/** Discounts and sales of codes. @param left codes that only the files contain */
export const CodeTable = ({ codes, left }: { codes: readonly CodeUse[]; left: number }) => (
  <Panel title="Códigos de descuento" description="En órdenes pagadas, medidas o no." padding="flush">
    <DataTable
      caption="Códigos de descuento usados"
      columns={codeColumns}
      rows={codes}
      rowKey={row => row.code}
      empty={<EmptyState as="p" title="Ningún código en este período" className="py-10" />}
    />
    {left > 0 && (
      <p className="border-t border-line px-5 py-4 text-md text-muted sm:px-6">
        {`Hay ${formatInteger(left)} códigos más; el Excel los trae todos.`}
      </p>
    )}
  </Panel>
)

const codeColumns: Column<CodeUse>[] = [
  { key: 'code', header: 'Código', primary: true, cell: row => <span className="wrap-anywhere">{row.code}</span> },
  { key: 'orders', header: 'Órdenes', align: 'end', cell: row => formatInteger(row.orders) },
  { key: 'taken', header: 'Descontado', align: 'end', cell: row => formatPesos(row.taken) },
  { key: 'sold', header: 'Ingresos', align: 'end', cell: row => formatPesos(row.sold) },
]

/** Sales by size of purchase. */
export const BandTable = ({ bands }: { bands: readonly BandUse[] }) => (
  <Panel title="Asientos por tamaño de compra" description="En órdenes pagadas, medidas o no." padding="flush">
    <DataTable caption="Asientos por tamaño de compra" columns={bandColumns} rows={bands} rowKey={row => row.band} />
  </Panel>
)

const bandColumns: Column<BandUse>[] = [
  { key: 'band', header: 'Tramo', primary: true, cell: row => bandText(row.band) },
  { key: 'lines', header: 'Compras', align: 'end', cell: row => formatInteger(row.lines) },
  { key: 'seats', header: 'Personas', align: 'end', cell: row => formatInteger(row.seats) },
  { key: 'revenue', header: 'Ingresos', align: 'end', cell: row => formatPesos(row.revenue) },
]

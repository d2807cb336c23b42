import { formatDate } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { formatLevel } from '#app/ui/format-level.ts'
import { Panel } from '#app/ui/panel.tsx'
import type { Comparison, SectionChange } from './comparison.ts'

/** The change since the buyer's last earlier purchase of the same product. */
export function ComparisonTable({ comparison }: { comparison: Comparison }) {
  const { order_number, date, people, sections, overall } = comparison
  const rows = overall ? [{ area: 'Nivel general', ...overall }, ...sections] : sections
  return (
    <Panel
      title="Comparación con la medición anterior"
      description={`Orden ${order_number}, del ${formatDate(date)}, con ${countOf(people, 'persona', 'personas')}. Solo áreas con las mismas preguntas.`}
      padding="flush"
    >
      <DataTable caption="Nivel antes y ahora por área" columns={columns} rows={rows} rowKey={row => row.area} />
    </Panel>
  )
}

const changeText = (change: number): string =>
  change === 0 ? 'Igual' : `${change > 0 ? 'Sube' : 'Baja'} ${formatLevel(Math.abs(change))}`

const columns: Column<SectionChange>[] = [
  { key: 'area', header: 'Área', primary: true, cell: row => row.area },
  { key: 'before', header: 'Antes', align: 'end', cell: row => formatLevel(row.before) },
  { key: 'now', header: 'Ahora', align: 'end', cell: row => formatLevel(row.now) },
  {
    key: 'change',
    header: 'Cambio',
    align: 'end',
    cell: row => (
      <span className={row.change > 0 ? 'text-good-ink' : row.change < 0 ? 'text-poor-ink' : 'text-muted'}>
        {changeText(row.change)}
      </span>
    ),
  },
]

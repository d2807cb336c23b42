import { formatDate } from '#app/kernel/dates.ts'
import { DataTable } from '#app/kit/ui/data-table.tsx'
import { LineChart } from '#app/kit/ui/line-chart.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TREND_TITLE, type Trend, trendLine, trendRows, trendText } from './trend.ts'

/** The general level as a line, and the levels of all areas, over several measurements. */
export function TrendPanel({ trend }: { trend: Trend }) {
  const line = trendLine(trend)
  return (
    <Panel title={TREND_TITLE} description={trendText(trend)} padding="flush">
      {line && (
        <figure className="grid gap-2 px-5 pb-5 sm:px-6">
          <figcaption className="text-sm font-medium">Nivel general</figcaption>
          <LineChart alt={line.alt} points={line.points} range={[1, 5]} />
        </figure>
      )}
      <DataTable
        caption="Personas y niveles de cada medición"
        columns={[
          { key: 'name', header: 'Área', primary: true, cell: row => row.name },
          ...trend.measurements.map(({ measured_at }, at) => ({
            key: String(at),
            header: formatDate(measured_at),
            align: 'end' as const,
            cell: (row: ReturnType<typeof trendRows>[number]) => row.cells[at],
          })),
        ]}
        rows={trendRows(trend)}
        rowKey={row => row.name}
      />
    </Panel>
  )
}

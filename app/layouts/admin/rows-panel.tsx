import type { ReactNode } from 'react'
import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'

type RowsPanelProps<Row> = {
  title: string
  /** The accessible name of the table; by default the title, newest first. */
  caption?: string
  /** Instead of the table where there are no rows. */
  none: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  actions?: ReactNode
}

/** A table of related rows on a detail page, for example the mails of an order. */
export const RowsPanel = <Row extends { id: string }>(props: RowsPanelProps<Row>) => (
  <Panel title={props.title} padding="flush" actions={props.actions}>
    <DataTable
      caption={props.caption ?? `${props.title}, lo más reciente primero`}
      columns={props.columns}
      rows={props.rows}
      rowKey={row => row.id}
      empty={<p className="px-5 pb-5 text-md text-muted sm:px-6">{props.none}</p>}
    />
  </Panel>
)

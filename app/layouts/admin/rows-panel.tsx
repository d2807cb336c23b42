import type { ReactNode } from 'react'
import { MAIL_STATUSES } from '#app/features/texts/mail-status.ts'
import { moment, status } from '#app/kit/lists/list-cells.tsx'
import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { mailName } from '#app/mails/mails.ts'
import type { SentMail } from '#app/mails/sent-mails.server.ts'

type Mail = SentMail & { recipient?: string }

const mailColumns: Column<Mail>[] = [
  {
    key: 'what',
    header: 'Correo',
    primary: true,
    cell: mail => (
      <>
        <span className="block">{mailName(mail.template)}</span>
        {mail.recipient && <span className="block text-sm font-normal wrap-anywhere text-muted">{mail.recipient}</span>}
      </>
    ),
  },
  moment('when', 'Fecha', mail => mail.sent_at ?? mail.created_at, { inline: 'start' }),
  status('state', 'Estado', mail => mail.status, MAIL_STATUSES, { inline: 'end' }),
]

/** Mails that were sent, with their recipients where those are known. */
export const SentMails = ({ mails, none }: { mails: readonly Mail[]; none: string }) => (
  <RowsPanel title="Correos" none={none} columns={mailColumns} rows={mails} />
)

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

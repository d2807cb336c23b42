import type { ReactNode } from 'react'
import { LISTED_STATES, type ListedState } from '#app/features/accesses/accesses.ts'
import type { AtStake } from '#app/features/accesses/related-accesses.db.server.ts'
import { formatDate, formatDateTime } from '#app/kernel/dates.ts'
import type { SentMail } from '#app/platform/mail/sent-mails.db.server.ts'
import { MAIL_STATUSES, mailLabel } from '#app/routes/admin/content/mail-labels.ts'
import { StatusBadge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { Panel } from '#app/ui/panel.tsx'

type Access = {
  id: string
  assessment: string
  name: string
  email: string
  progress: number
  expires_at: Date
  state: ListedState
}

const accessColumns: Column<Access>[] = [
  {
    key: 'who',
    header: 'Participante',
    primary: true,
    cell: ({ name, email }) => (
      <>
        <span className="block">{name || email}</span>
        {name && <span className="block text-sm font-normal wrap-anywhere text-muted sm:min-w-44">{email}</span>}
      </>
    ),
  },
  { key: 'what', header: 'Assessment', inline: 'line', cell: access => access.assessment },
  { key: 'progress', header: 'Avance', align: 'end', inline: 'start', cell: access => `${access.progress}%` },
  {
    key: 'state',
    header: 'Estado',
    inline: 'start',
    cell: ({ state }) => <StatusBadge of={LISTED_STATES} status={state} />,
  },
  {
    key: 'expires',
    header: 'Vence',
    inline: 'end',
    cell: access => <span className="whitespace-nowrap tabular-nums">{formatDate(access.expires_at)}</span>,
  },
]

type OrderAccessesProps = {
  accesses: readonly Access[]
  total: AtStake
  order: { client: { email: string; isGone: boolean } }
}

/** The holders of the order's seats. */
export const OrderAccesses = ({ accesses, total, order: { client } }: OrderAccessesProps) => (
  <Rows
    title={`Accesos (${total.invited + total.started + total.completed})`}
    none="No tiene accesos: aparecen cuando se paga."
    columns={accessColumns}
    rows={accesses}
    actions={
      accesses.length > 0 &&
      !client.isGone && (
        <ButtonLink variant="link" size="sm" to={`/admin/access?${new URLSearchParams({ search: client.email })}`}>
          Ver en la lista
        </ButtonLink>
      )
    }
  />
)

const mailColumns: Column<SentMail & { recipient: string }>[] = [
  {
    key: 'what',
    header: 'Correo',
    primary: true,
    cell: mail => (
      <>
        <span className="block">{mailLabel(mail.template)}</span>
        <span className="block text-sm font-normal wrap-anywhere text-muted">{mail.recipient}</span>
      </>
    ),
  },
  {
    key: 'when',
    header: 'Fecha',
    inline: 'start',
    cell: mail => (
      <span className="whitespace-nowrap tabular-nums">{formatDateTime(mail.sent_at ?? mail.created_at)}</span>
    ),
  },
  {
    key: 'state',
    header: 'Estado',
    inline: 'end',
    cell: ({ status }) => <StatusBadge of={MAIL_STATUSES} status={status} />,
  },
]

/** Mails about the order and to the holders of its seats. */
export const OrderMails = ({ mails }: { mails: readonly (SentMail & { recipient: string })[] }) => (
  <Rows title="Correos" none="No se ha enviado ningún correo." columns={mailColumns} rows={mails} />
)

type RowsProps<Row> = {
  title: string
  none: string
  columns: Column<Row>[]
  rows: readonly Row[]
  actions?: ReactNode
}

const Rows = <Row extends { id: string }>({ title, none, columns, rows, actions }: RowsProps<Row>) => (
  <Panel title={title} padding="flush" actions={actions}>
    <DataTable
      caption={`${title}, lo más reciente primero`}
      columns={columns}
      rows={rows}
      rowKey={row => row.id}
      empty={<p className="px-5 pb-5 text-md text-muted sm:px-6">{none}</p>}
    />
  </Panel>
)

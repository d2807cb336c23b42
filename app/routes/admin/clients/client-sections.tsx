import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { LISTED_STATES, type ListedState } from '#app/features/accesses/accesses.ts'
import type { NewestAccess } from '#app/features/accesses/related-accesses.db.server.ts'
import type { ListedClient } from '#app/features/identity/clients/clients.ts'
import type { OrderInHistory } from '#app/features/orders/order-history.db.server.ts'
import { ORDER_STATUSES } from '#app/features/orders/orders.ts'
import type { QuotationSummary } from '#app/features/quotations/quotations.db.server.ts'
import { QUOTATION_STATES, type QuotationState } from '#app/features/quotations/quotations.ts'
import { formatDate, formatDateTime } from '#app/kernel/dates.ts'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import type { SentMail } from '#app/platform/mail/sent-mails.db.server.ts'
import { MAIL_STATUSES, mailLabel } from '#app/routes/admin/content/mail-labels.ts'
import { StatusBadge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { Panel } from '#app/ui/panel.tsx'

type SectionProps<Row> = {
  title: string
  none: string
  columns: Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  actions?: ReactNode
}

const Section = <Row,>({ title, none, columns, rows, rowKey, actions }: SectionProps<Row>) => (
  <Panel title={title} padding="flush" actions={actions}>
    <DataTable
      caption={`${title}, lo más reciente primero`}
      columns={columns}
      rows={rows}
      rowKey={rowKey}
      empty={<p className="px-5 pb-5 text-md text-muted sm:px-6">{none}</p>}
    />
  </Panel>
)

const nowrap = (text: string) => <span className="whitespace-nowrap tabular-nums">{text}</span>

/** A link to the whole list, filtered by the client's e-mail. */
const All = ({ path, client }: { path: string; client: Pick<ListedClient, 'email'> }) =>
  client.email !== null && (
    <ButtonLink
      variant="link"
      size="sm"
      to={`${path}?${new URLSearchParams({ search: client.email, periodo: 'todo' })}`}
    >
      Ver en la lista
    </ButtonLink>
  )

type ClientOrdersProps = { orders: readonly OrderInHistory[]; client: ListedClient }

export const ClientOrders = ({ orders, client }: ClientOrdersProps) => (
  <Section
    title="Órdenes"
    none="No ha comprado."
    rows={orders}
    rowKey={order => order.order_number}
    actions={orders.length > 0 && <All path="/admin/orders" client={client} />}
    columns={[
      {
        key: 'id',
        header: 'Orden',
        primary: true,
        cell: order => (
          <>
            <Link
              to={`/admin/orders/${order.id}`}
              className="text-sm whitespace-nowrap decoration-copper/40 underline-offset-4 hover:underline"
            >
              {order.order_number}
            </Link>
            <span className="block text-sm font-normal text-muted tabular-nums">
              {formatDateTime(order.created_at)}
            </span>
          </>
        ),
      },
      {
        key: 'what',
        header: 'Productos',
        inline: 'line',
        cell: order => (
          <>
            <span className="block">{order.products.join(', ')}</span>
            <span className="block text-sm text-muted">{countOf(order.seats, 'persona', 'personas')}</span>
          </>
        ),
      },
      { key: 'total', header: 'Total', align: 'end', inline: 'start', cell: order => formatPesos(order.total_clp) },
      {
        key: 'status',
        header: 'Estado',
        inline: 'start',
        cell: ({ status }) => <StatusBadge of={ORDER_STATUSES} status={status} />,
      },
    ]}
  />
)

type ClientAccessesProps = { accesses: readonly (NewestAccess & { state: ListedState })[]; client: ListedClient }

export const ClientAccesses = ({ accesses, client }: ClientAccessesProps) => (
  <Section
    title="Accesos"
    none="No tiene accesos."
    rows={accesses}
    rowKey={access => access.id}
    actions={accesses.length > 0 && <All path="/admin/access" client={client} />}
    columns={[
      { key: 'what', header: 'Assessment', primary: true, cell: access => access.assessment },
      {
        key: 'who',
        header: 'Participante',
        inline: 'line',
        cell: ({ name, email, state }) =>
          client.deleted_at !== null && state === 'revoked' ? (
            '–'
          ) : (
            <>
              <span className="block">{name || '–'}</span>
              <span className="block text-sm wrap-anywhere text-muted sm:min-w-44">{email}</span>
            </>
          ),
      },
      { key: 'progress', header: 'Avance', align: 'end', inline: 'start', cell: access => `${access.progress}%` },
      {
        key: 'state',
        header: 'Estado',
        inline: 'start',
        cell: ({ state }) => <StatusBadge of={LISTED_STATES} status={state} />,
      },
      { key: 'expires', header: 'Vence', inline: 'end', cell: access => nowrap(formatDate(access.expires_at)) },
    ]}
  />
)

type ClientQuotationsProps = { quotations: readonly (QuotationSummary & { state: QuotationState })[]; count: number }

export const ClientQuotations = ({ quotations, count }: ClientQuotationsProps) => (
  <Section
    title={count > quotations.length ? `Cotizaciones (${count})` : 'Cotizaciones'}
    none="No tiene cotizaciones."
    rows={quotations}
    rowKey={quotation => quotation.id}
    columns={[
      { key: 'number', header: 'Número', primary: true, cell: quotation => quotation.number },
      { key: 'issued', header: 'Emitida', cell: quotation => nowrap(formatDate(quotation.issuedAt)) },
      { key: 'until', header: 'Vigente hasta', cell: quotation => nowrap(formatDate(quotation.validUntil)) },
      {
        key: 'total',
        header: 'Total',
        align: 'end',
        inline: 'start',
        cell: quotation => formatPesos(quotation.total_clp),
      },
      {
        key: 'state',
        header: 'Estado',
        inline: 'start',
        cell: ({ state }) => <StatusBadge of={QUOTATION_STATES} status={state} />,
      },
      {
        key: 'order',
        header: 'Acciones',
        hideHeader: true,
        align: 'end',
        inline: 'end',
        cell: ({ id, number, state }) =>
          state === 'valid' && (
            <ButtonLink
              variant="link"
              size="sm"
              to={`/admin/quotations/${id}/order`}
              aria-label={`Crear orden de ${number}`}
            >
              Crear orden
            </ButtonLink>
          ),
      },
    ]}
  />
)

export const ClientMails = ({ mails }: { mails: readonly SentMail[] }) => (
  <Section
    title="Correos"
    none="No se le ha enviado ningún correo."
    rows={mails}
    rowKey={mail => mail.id}
    columns={[
      { key: 'what', header: 'Correo', primary: true, cell: mail => mailLabel(mail.template) },
      {
        key: 'when',
        header: 'Fecha',
        inline: 'start',
        cell: mail => nowrap(formatDateTime(mail.sent_at ?? mail.created_at)),
      },
      {
        key: 'state',
        header: 'Estado',
        inline: 'end',
        cell: ({ status }) => <StatusBadge of={MAIL_STATUSES} status={status} />,
      },
    ]}
  />
)

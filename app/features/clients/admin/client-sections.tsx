import { Link } from 'react-router'
import { LISTED_STATES, type ListedState } from '#app/features/accesses/accesses.ts'
import type { NewestAccess } from '#app/features/accesses/related-accesses.server.ts'
import type { ListedClient } from '#app/features/clients/clients.ts'
import { seatsOf } from '#app/features/orders/item-steps.ts'
import type { OrderInHistory } from '#app/features/orders/order-history.server.ts'
import { OrderStatusBadge } from '#app/features/orders/order-status-badge.tsx'
import type { QuotationSummary } from '#app/features/quotations/quotations.server.ts'
import { QUOTATION_STATES, type QuotationState } from '#app/features/quotations/quotations.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { clp, day, status } from '#app/kit/lists/list-cells.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { RowsPanel, SentMails } from '#app/layouts/admin/rows-panel.tsx'
import type { SentMail } from '#app/platform/mail/sent-mails.server.ts'

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
  <RowsPanel
    title="Órdenes"
    none="No ha comprado."
    rows={orders}
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
            <span className="block">{order.items.map(item => item.name).join(', ')}</span>
            <span className="block text-sm text-muted">{countOf(seatsOf(order), 'persona', 'personas')}</span>
          </>
        ),
      },
      clp('total', 'Total', (order: OrderInHistory) => order.total_clp, { inline: 'start' }),
      { key: 'status', header: 'Estado', inline: 'start', cell: order => <OrderStatusBadge order={order} /> },
    ]}
  />
)

type Access = NewestAccess & { state: ListedState }
type ClientAccessesProps = { accesses: readonly Access[]; client: ListedClient }

export const ClientAccesses = ({ accesses, client }: ClientAccessesProps) => (
  <RowsPanel
    title="Accesos"
    none="No tiene accesos."
    rows={accesses}
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
      status('state', 'Estado', (access: Access) => access.state, LISTED_STATES),
      day('expires', 'Vence', (access: Access) => access.expires_at, { inline: 'end' }),
    ]}
  />
)

type Quotation = QuotationSummary & { state: QuotationState }
type ClientQuotationsProps = { quotations: readonly Quotation[]; count: number }

export const ClientQuotations = ({ quotations, count }: ClientQuotationsProps) => (
  <RowsPanel
    title={count > quotations.length ? `Cotizaciones (${count})` : 'Cotizaciones'}
    none="No tiene cotizaciones."
    rows={quotations}
    columns={[
      { key: 'number', header: 'Número', primary: true, cell: quotation => quotation.number },
      day('issued', 'Emitida', (quotation: Quotation) => quotation.issuedAt),
      day('until', 'Vigente hasta', (quotation: Quotation) => quotation.validUntil),
      clp('total', 'Total', (quotation: Quotation) => quotation.total_clp, { inline: 'start' }),
      status('state', 'Estado', (quotation: Quotation) => quotation.state, QUOTATION_STATES),
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
  <SentMails none="No se le ha enviado ningún correo." mails={mails} />
)

import { data, Link } from 'react-router'
import { z } from 'zod'
import { LISTED_STATES, type ListedState, listedState } from '#app/features/accesses/accesses.ts'
import { type NewestAccess, newestAccesses } from '#app/features/accesses/related-accesses.server.ts'
import { findClient } from '#app/features/clients/clients.server.ts'
import { CLIENT_INTENTS, type ListedClient } from '#app/features/clients/clients.ts'
import { listNotes } from '#app/features/clients/staff-notes.server.ts'
import { StaffNotes } from '#app/features/clients/staff-notes.tsx'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { givenRole } from '#app/features/identity/staff/given-role.ts'
import { PERMISSIONS } from '#app/features/identity/staff/permissions.ts'
import { seatsOf } from '#app/features/orders/item-steps.ts'
import { type OrderInHistory, orderHistory } from '#app/features/orders/order-history.server.ts'
import { OrderStatusBadge } from '#app/features/orders/order-status-badge.tsx'
import { organisationsOfPerson } from '#app/features/organisations/client-companies.server.ts'
import { ownQuotations, type QuotationSummary } from '#app/features/quotations/quotations.server.ts'
import { QUOTATION_STATES, type QuotationState, quotationState } from '#app/features/quotations/quotations.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import { formatDateTime, formatLongDate } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { FormOutcome } from '#app/kit/forms/form-outcome.tsx'
import { keepTypedInput, revalidateOnConflict, unansweredIntent } from '#app/kit/forms/keep-typed-input.ts'
import { clp, dayColumn, EmailText, status } from '#app/kit/lists/list-cells.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { RowsPanel, SentMails } from '#app/layouts/admin/rows-panel.tsx'
import { mailsToUser, type SentMail } from '#app/mails/sent-mails.server.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/detail'
import { answerClient } from './client-action.server.ts'
import { BoughtStats, ClientFacts } from './client-facts.tsx'
import { OrganisationsPanel } from './organisations-panel.tsx'
import { RoleForm } from './role-form.tsx'

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

const ClientOrders = ({ orders, client }: ClientOrdersProps) => (
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

const ClientAccesses = ({ accesses, client }: ClientAccessesProps) => (
  <RowsPanel
    title="Accesos"
    none="No tiene accesos."
    rows={accesses}
    actions={accesses.length > 0 && <All path="/admin/access" client={client} />}
    columns={[
      { key: 'what', header: 'Assessment', primary: true, cell: access => access.assessment },
      {
        key: 'who',
        header: 'Persona',
        inline: 'line',
        cell: ({ name, email, state }) =>
          client.deleted_at !== null && state === 'revoked' ? (
            '–'
          ) : (
            <>
              <span className="block">{name || '–'}</span>
              <span className="block text-sm text-muted">
                <EmailText email={email} />
              </span>
            </>
          ),
      },
      { key: 'progress', header: 'Avance', align: 'end', inline: 'start', cell: access => `${access.progress}%` },
      status('state', 'Estado', (access: Access) => access.state, LISTED_STATES),
      dayColumn('expires', 'Vence', (access: Access) => access.expires_at, { inline: 'end' }),
    ]}
  />
)

type Quotation = QuotationSummary & { state: QuotationState }
type ClientQuotationsProps = { quotations: readonly Quotation[]; count: number }

const ClientQuotations = ({ quotations, count }: ClientQuotationsProps) => (
  <RowsPanel
    title={count > quotations.length ? `Cotizaciones (${count})` : 'Cotizaciones'}
    none="No tiene cotizaciones."
    rows={quotations}
    columns={[
      { key: 'number', header: 'Número', primary: true, cell: quotation => quotation.number },
      dayColumn('issued', 'Emitida', (quotation: Quotation) => quotation.issuedAt),
      dayColumn('until', 'Vigente hasta', (quotation: Quotation) => quotation.validUntil),
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

const ClientMails = ({ mails }: { mails: readonly SentMail[] }) => (
  <SentMails none="No se le ha enviado ningún correo." mails={mails} />
)

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.client.name ?? 'Cliente'} · Administración · Alhena` },
]

/** Newest rows of each part of the page. */
const SHOWN = 10

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const id = z.uuid().safeParse(args.params.clientId)
  const found = id.success
    ? await readAs(db, actorOf(user), async tx => {
        const { client, quoted, notes, ...shown } = await allKeyed({
          client: findClient(tx, id.data),
          orders: orderHistory(tx, id.data, { holderId: null }),
          accesses: newestAccesses(tx, { userId: id.data }, SHOWN),
          quoted: ownQuotations(tx, id.data, 1),
          mails: mailsToUser(tx, id.data, SHOWN),
          organisations: organisationsOfPerson(tx, id.data),
          notes: listNotes(tx, { of: 'client', id: id.data }),
        })
        if (!client) return undefined
        return {
          ...shown,
          client,
          quotations: quoted.quotations.slice(0, SHOWN),
          quotationCount: quoted.count,
          notes: client.deleted_at === null ? notes : [],
        }
      })
    : undefined
  if (!found) throw data('Not found', 404)
  const at = now()
  return {
    ...found,
    orders: found.orders.slice(0, SHOWN),
    accesses: found.accesses.map(access => ({ ...access, state: listedState(access, at) })),
    quotations: found.quotations.map(quotation => ({ ...quotation, state: quotationState(quotation, at) })),
    isSelf: found.client.id === user.id,
    givesRoles: PERMISSIONS.team[user.staff_scope ?? 'admin'] === 'write',
    marks: PERMISSIONS.clients[user.staff_scope ?? 'admin'] === 'write',
  }
}

export const shouldRevalidate = revalidateOnConflict

export const clientAction = (args: Route.ClientActionArgs) => keepTypedInput(args, unansweredIntent(CLIENT_INTENTS))

export const action = answerClient

export default function AdminClient({ loaderData, actionData }: Route.ComponentProps) {
  const { client, orders, accesses, quotations, quotationCount, mails, notes, organisations } = loaderData
  const { isSelf, givesRoles, marks } = loaderData
  const { bought } = client
  const isGone = client.deleted_at !== null
  return (
    <>
      <PageHeading
        title={client.name}
        description={
          isGone
            ? `Eliminó su cuenta el ${formatLongDate(client.deleted_at ?? client.created_at)}. Quedan sus órdenes, como pide la ley tributaria, sin sus datos personales.`
            : undefined
        }
        before={<Breadcrumbs items={[{ label: 'Clientes', to: '/admin/clients' }, { label: client.name }]} />}
        actions={
          !isGone && (
            <ButtonLink variant="secondary" to={`/admin/orders/new?cliente=${client.id}`}>
              Nueva orden
            </ButtonLink>
          )
        }
      />
      <FormOutcome answer={actionData} />
      <BoughtStats bought={bought} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_17rem] min-[88rem]:grid-cols-[minmax(0,1fr)_22rem] min-[88rem]:gap-8">
        <div className="grid gap-8">
          <ClientOrders orders={orders} client={client} />
          <ClientAccesses accesses={accesses} client={client} />
          <ClientQuotations quotations={quotations} count={quotationCount} />
          {!isGone && <ClientMails mails={mails} />}
        </div>
        <div className="grid gap-8">
          <ClientFacts client={client} />
          {organisations.length > 0 && <OrganisationsPanel organisations={organisations} marks={marks} />}
          {!isGone && <StaffNotes notes={notes} answer={actionData?.intent === 'add-note' ? actionData : undefined} />}
          {client.role !== null && givesRoles && (
            <RoleForm
              role={givenRole({ role: client.role, staff_scope: client.staff_scope })}
              isSelf={isSelf}
              answer={actionData?.intent === 'change-role' ? actionData : undefined}
            />
          )}
        </div>
      </div>
    </>
  )
}

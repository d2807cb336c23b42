import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { type ListedEndpoint, listEndpoints, MAX_WAITING } from '#app/features/integrations/webhooks.server.ts'
import { outcomeText, WEBHOOK_EVENTS } from '#app/features/integrations/webhooks.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { formatInteger } from '#app/kernel/format.ts'
import { nameLink } from '#app/kit/lists/list-cells.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { partsInUse } from '#app/layouts/admin/parts-in-use.server.ts'
import { IntegrationTabs } from '#app/layouts/admin/section-tabs.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/endpoints'
import { EndpointBadge } from './endpoint-parts.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Integraciones · Administración · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { endpoints, inUse } = await readAs(servicesOf(args.context).db, actorOf(user), tx =>
    allKeyed({ endpoints: listEndpoints(tx), inUse: partsInUse(tx) }),
  )
  return {
    inUse,
    endpoints: endpoints.map(({ waiting, ...endpoint }) => ({
      ...endpoint,
      waiting: `${formatInteger(waiting)}${waiting >= MAX_WAITING ? ' o más' : ''}`,
    })),
  }
}

type Row = Omit<ListedEndpoint, 'waiting'> & { waiting: string }

export default function Endpoints({ loaderData: { endpoints, inUse } }: Route.ComponentProps) {
  const add = (
    <ButtonLink to="/admin/integrations/webhooks/new" size="sm">
      Nuevo webhook
    </ButtonLink>
  )
  return (
    <>
      <PageHeading
        title="Integraciones"
        compact
        tabs={<IntegrationTabs inUse={inUse} />}
        description="Avisa a otros sistemas de lo que pasa en la tienda, y deja que lean sus datos con una clave."
        className="pb-6"
        actions={endpoints.length > 0 && add}
      />
      <Panel padding="flush">
        <DataTable
          caption="Webhooks"
          columns={columns}
          rows={endpoints}
          rowKey={row => row.id}
          empty={
            <EmptyState as="h2" title="Todavía no hay webhooks" action={add}>
              Un webhook envía a una dirección tuya, firmado, lo que pasa con órdenes, accesos y resultados.
            </EmptyState>
          }
        />
      </Panel>
    </>
  )
}

const columns: Column<Row>[] = [
  nameLink(
    'url',
    'Dirección',
    endpoint => endpoint.description || endpoint.url,
    endpoint => `/admin/integrations/webhooks/${endpoint.id}`,
    endpoint => endpoint.description !== '' && endpoint.url,
  ),
  {
    key: 'events',
    header: 'Eventos',
    cell: ({ events }) => events.map(event => WEBHOOK_EVENTS[event].label).join(', '),
  },
  { key: 'status', header: 'Estado', cell: endpoint => <EndpointBadge endpoint={endpoint} /> },
  { key: 'waiting', header: 'En espera', align: 'end', cell: endpoint => endpoint.waiting },
  {
    key: 'last',
    header: 'Último envío',
    cell: ({ last }) =>
      last === undefined ? (
        'Ninguno'
      ) : (
        <>
          <span className="block whitespace-nowrap tabular-nums">{formatDateTime(last.at)}</span>
          <span className="block text-sm text-muted">
            {outcomeText({ outcome: last.outcome, status: last.http_status })}
          </span>
        </>
      ),
  },
]

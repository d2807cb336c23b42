import { data, Link } from 'react-router'
import { z } from 'zod'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { resendDeliveries } from '#app/features/integrations/send-again.server.ts'
import { type Delivery, findEndpoint, listDeliveries } from '#app/features/integrations/webhooks.db.server.ts'
import { DELIVERY_LABELS, outcomeText } from '#app/features/integrations/webhooks.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import { pageRequest, readId, readListAddress, selectedOf } from '#app/lists/list-address.ts'
import { ListPage } from '#app/lists/list-page.tsx'
import { readListPost } from '#app/lists/list-post.server.ts'
import type { ListFilter, ListShape } from '#app/lists/list-shape.ts'
import { hiddenColumns } from '#app/lists/preferences.ts'
import { RowAction, RowMenu } from '#app/lists/row-menu.tsx'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DeliveryStatus } from '#app/platform/database/values.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { Column } from '#app/ui/data-table.tsx'
import type { Route } from './+types/deliveries'
import { DELIVERY_TONES } from './delivery-tones.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Envíos del webhook · Administración · Alhena' }]

const statusFilter: ListFilter<DeliveryStatus> = {
  name: 'estado',
  label: 'Estado',
  all: 'Todos',
  choices: (['queued', 'delivered', 'failed'] as const).map(value => ({ value, label: DELIVERY_LABELS[value] })),
}

const DELIVERY_LIST: ListShape<'recientes' | 'antiguas'> = {
  name: 'envios',
  filters: [statusFilter],
  sorts: [
    { key: 'recientes', label: 'Más recientes', column: 'date', direction: 'desc' },
    { key: 'antiguas', label: 'Más antiguos', column: 'date', direction: 'asc' },
  ],
}

/** Stands for an event that nobody has: what was searched for is no id. */
const NO_EVENT = '00000000-0000-0000-0000-000000000000'

const readEndpointId = (text: string): string => {
  const id = z.uuid().safeParse(text)
  if (!id.success) throw data('Not found', 404)
  return id.data
}

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const endpointId = readEndpointId(args.params.endpointId)
  const address = readListAddress(DELIVERY_LIST, args.url.searchParams)
  const query = {
    ...pageRequest(address, { recientes: 'created_at', antiguas: 'created_at' }),
    endpointId,
    status: selectedOf(address, statusFilter),
    eventId: address.search === '' ? undefined : (readId(address.search) ?? NO_EVENT),
  }
  const found = await asActor(servicesOf(args.context).db, actorOf(user), async tx => {
    const endpoint = await findEndpoint(tx, endpointId)
    return endpoint && { endpoint, page: await listDeliveries(tx, query) }
  })
  if (!found) throw data('Not found', 404)
  const { id, url, description } = found.endpoint
  return {
    address,
    page: found.page,
    endpoint: { id, name: description || new URL(url).host },
    hidden: hiddenColumns(args.request, DELIVERY_LIST.name),
  }
}

const RESEND = 'resend'

export async function action(args: Route.ActionArgs) {
  const { id } = await requireRole(args, ['admin'])
  const endpointId = readEndpointId(args.params.endpointId)
  const { ids } = await readListPost(args.request, [RESEND])
  const actor = { kind: 'admin', userId: id } as const
  const sent = await resendDeliveries(servicesOf(args.context).db, { actor, endpointId, deliveryIds: ids })
  if (sent.ok) return { done: true, text: `${countOf(sent.value, 'envío va', 'envíos van')} en camino de nuevo.` }
  if (sent.error.code === 'endpoint_not_found') throw data('Not found', 404)
  const text = ids.length === 0 ? 'Selecciona al menos un envío.' : 'No se reenvió nada: ya estaban en espera.'
  return data({ done: false, text }, 400)
}

export default function Deliveries({ loaderData: { endpoint, ...list }, actionData }: Route.ComponentProps) {
  return (
    <ListPage
      {...list}
      shape={DELIVERY_LIST}
      title="Envíos"
      description={`A ${endpoint.name}. Se guardan 30 días.`}
      searchLabel="Buscar por webhook-id..."
      caption="Envíos, lo más reciente primero"
      columns={columns}
      empty={{ title: 'Todavía no hay envíos', text: 'Aparecen cuando pasa algo que este webhook espera.' }}
      unmatched="Escribe el webhook-id completo, o prueba con otro estado."
      actions={
        <ButtonLink to={`/admin/integrations/webhooks/${endpoint.id}`} variant="secondary">
          Volver al webhook
        </ButtonLink>
      }
      bulk={[{ intent: RESEND, label: 'Reenviar' }]}
      rowName={nameOf}
      outcome={actionData}
    />
  )
}

const nameOf = ({ type, created_at }: Delivery): string => `${type} del ${formatDateTime(created_at)}`

const columns: Column<Delivery>[] = [
  {
    key: 'event',
    header: 'Evento',
    primary: true,
    cell: delivery => (
      <>
        {/* Of this endpoint's list: the address goes on from there. */}
        <Link
          to={delivery.id}
          relative="path"
          className="inline-flex min-h-9 items-center hover:text-copper hover:underline pointer-coarse:min-h-11"
        >
          <code>{delivery.type}</code>
        </Link>
        <span className="block text-sm font-normal break-all text-muted">{delivery.event_id}</span>
      </>
    ),
  },
  {
    key: 'date',
    header: 'Fecha',
    inline: 'start',
    cell: ({ created_at }) => <span className="whitespace-nowrap tabular-nums">{formatDateTime(created_at)}</span>,
  },
  {
    key: 'status',
    header: 'Estado',
    inline: 'end',
    cell: ({ status }) => <Badge tone={DELIVERY_TONES[status]}>{DELIVERY_LABELS[status]}</Badge>,
  },
  { key: 'attempts', header: 'Intentos', align: 'end', cell: ({ attempts }) => formatInteger(attempts) },
  {
    key: 'last',
    header: 'Último intento',
    cell: ({ at, outcome, http_status, milliseconds, next_attempt_at }) =>
      at === null || outcome === null ? (
        'Ninguno'
      ) : (
        <>
          <span className="block">
            {outcomeText({ outcome, status: http_status })} en {formatInteger(milliseconds ?? 0)} ms
          </span>
          <span className="block text-sm text-muted tabular-nums">
            {next_attempt_at !== null && next_attempt_at > at
              ? `Se reintenta el ${formatDateTime(next_attempt_at)}`
              : formatDateTime(at)}
          </span>
        </>
      ),
  },
  {
    key: 'answer',
    header: 'Respuesta',
    cell: ({ answer }) =>
      answer ? <code className="line-clamp-2 max-w-64 text-sm break-all text-muted">{answer}</code> : '–',
  },
  {
    key: 'menu',
    header: 'Acciones',
    hideHeader: true,
    align: 'end',
    cell: delivery =>
      delivery.status !== 'queued' && (
        <RowMenu name={nameOf(delivery)}>
          <RowAction intent={RESEND} row={delivery}>
            Reenviar
          </RowAction>
        </RowMenu>
      ),
  },
]

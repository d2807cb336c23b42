import { Link } from 'react-router'
import { DELIVERY_STATUSES, outcomeText } from '#app/features/integrations/webhooks.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { formatInteger } from '#app/kernel/format.ts'
import { byTime, choiceFilter, defineList } from '#app/kit/lists/define-list.ts'
import { count, moment, status } from '#app/kit/lists/list-cells.tsx'
import { RowAction } from '#app/kit/lists/row-menu.tsx'
import type { DeliveryStatus, WebhookOutcome } from '#app/platform/database/values.ts'

export type Delivery = {
  id: string
  event_id: string
  type: string
  is_test: boolean
  status: DeliveryStatus
  attempts: number
  next_attempt_at: Date | null
  created_at: Date
  /** Of the newest attempt; null before the first. */
  at: Date | null
  milliseconds: number | null
  outcome: WebhookOutcome | null
  http_status: number | null
  answer: string | null
}

export const RESEND = 'resend'

/** What was and is to be sent to an endpoint. */
export const deliveryList = defineList<Delivery>()({
  name: 'envios',
  path: '/admin/integrations/webhooks/:endpointId/deliveries',
  caption: 'Envíos, lo más reciente primero',
  searchLabel: 'Buscar por webhook-id...',
  namesPeople: false,
  filters: { status: choiceFilter('Estado', 'Todos', DELIVERY_STATUSES, { name: 'estado' }) },
  sorts: byTime('created_at', 'Más antiguos'),
  columns: [
    {
      key: 'event',
      header: 'Evento',
      primary: true,
      cell: delivery => (
        <>
          {/* A list of this endpoint's deliveries, whose address it extends. */}
          <Link
            to={delivery.id}
            relative="path"
            className="inline-flex min-h-9 items-center hover:text-copper hover:underline pointer-coarse:min-h-11 dense:min-h-0"
          >
            <code>{delivery.type}</code>
          </Link>
          <span className="block text-sm font-normal break-all text-muted dense:hidden">{delivery.event_id}</span>
        </>
      ),
    },
    moment('created_at', 'Fecha', delivery => delivery.created_at, { inline: 'start' }),
    status('status', 'Estado', delivery => delivery.status, DELIVERY_STATUSES, { inline: 'end' }),
    count('attempts', 'Intentos', delivery => delivery.attempts),
    { key: 'last', header: 'Último intento', cell: delivery => <LastAttempt delivery={delivery} /> },
    {
      key: 'answer',
      header: 'Respuesta',
      grow: true,
      cell: ({ answer }) =>
        answer ? (
          <code className="line-clamp-2 max-w-64 text-sm break-all text-muted dense:line-clamp-none dense:max-w-none">
            {answer}
          </code>
        ) : (
          '–'
        ),
    },
  ],
  rowName: ({ type, created_at }) => `${type} del ${formatDateTime(created_at)}`,
  menu: delivery =>
    delivery.status !== 'queued' && (
      <RowAction intent={RESEND} row={delivery}>
        Reenviar
      </RowAction>
    ),
  bulk: [{ intent: RESEND, label: 'Reenviar' }],
  empty: { title: 'Todavía no hay envíos', text: 'Aparecen cuando pasa algo que este webhook espera.' },
  unmatched: 'Escribe el webhook-id completo, o prueba con otro estado.',
})

function LastAttempt({
  delivery: { at, outcome, http_status, milliseconds, next_attempt_at },
}: {
  delivery: Delivery
}) {
  if (at === null || outcome === null) return <span>Ninguno</span>
  return (
    <>
      <span className="block">
        {`${outcomeText({ outcome, status: http_status })} en ${formatInteger(milliseconds ?? 0)} ms`}
      </span>
      <span className="block text-sm text-muted tabular-nums">
        {next_attempt_at !== null && next_attempt_at > at
          ? `Se reintenta el ${formatDateTime(next_attempt_at)}`
          : formatDateTime(at)}
      </span>
    </>
  )
}

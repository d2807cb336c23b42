import {
  dueText,
  NEAR_DAYS,
  REQUEST_CHANNELS,
  REQUEST_KINDS,
  REQUEST_STATUSES,
} from '#app/features/data-requests/data-requests.ts'
import { formatDate, formatDateTime } from '#app/kernel/dates.ts'
import { byStatus, byTime, choiceFilter, defineList } from '#app/kit/lists/define-list.ts'
import { nameLink, oneLine, Person, status } from '#app/kit/lists/list-cells.tsx'
import { TwoLines } from '#app/kit/ui/facts.tsx'
import { MenuLink } from '#app/kit/ui/menu.tsx'
import type { DataRequestChannel, DataRequestKind, DataRequestStatus } from '#app/platform/database/values.ts'

export type ListedDataRequest = {
  id: string
  number: string
  kind: DataRequestKind
  status: DataRequestStatus
  channel: DataRequestChannel
  email: string
  person: string | null
  received_at: Date
  due_at: Date
  answered_at: Date | null
  assignee: string | null
  /** The time of the list, for its deadlines. */
  now: Date
}

export const requestPath = ({ id }: Pick<ListedDataRequest, 'id'>): string => `/admin/privacy/requests/${id}`

const pathOf = (row: ListedDataRequest): string => requestPath(row)

/** Data subject requests with their legal deadlines. */
export const dataRequestList = defineList<ListedDataRequest>()({
  name: 'solicitudes-de-datos',
  path: '/admin/privacy',
  caption: 'Solicitudes de datos',
  searchLabel: 'Buscar por número, correo o nombre...',
  namesPeople: true,
  period: 'todo',
  filters: {
    status: choiceFilter('Estado', 'Todos', REQUEST_STATUSES, { name: 'estado' }),
    kind: choiceFilter('Tipo', 'Todos', REQUEST_KINDS, { name: 'tipo' }),
    due: choiceFilter('Plazo', 'Todos', { near: `Vencidas o en ${NEAR_DAYS} días` }, { name: 'vence' }),
  },
  sorts: {
    ...byTime('received_at', 'Más antiguas'),
    'vence-antes': ['Vence antes', 'due_at', 'asc'],
    'vence-despues': ['Vence después', 'due_at', 'desc'],
    ...byStatus('status'),
  },
  columns: [
    nameLink(
      'number',
      'Solicitud',
      row => row.number,
      pathOf,
      row => REQUEST_KINDS[row.kind],
    ),
    {
      key: 'person',
      header: 'Titular',
      cell: row => <Person name={row.person ?? ''} email={row.email} />,
    },
    { key: 'received_at', header: 'Recibida', inline: 'start', cell: row => oneLine(formatDate(row.received_at)) },
    {
      key: 'due_at',
      header: 'Responder hasta',
      cell: row => (
        <TwoLines below={row.status === 'open' ? dueText(row.due_at, row.now) : ''}>
          {oneLine(formatDate(row.due_at))}
        </TwoLines>
      ),
    },
    status('status', 'Estado', row => row.status, REQUEST_STATUSES),
    {
      key: 'assignee',
      header: 'Responde',
      cell: row => row.assignee ?? (row.status === 'open' ? 'Sin asignar' : 'La tienda'),
    },
  ],
  rowName: row => `solicitud ${row.number}`,
  menu: row => <MenuLink to={requestPath(row)}>Ver Detalle</MenuLink>,
  empty: {
    title: 'Ninguna solicitud',
    text: 'Aquí aparece cada solicitud sobre datos personales, con su plazo legal y la prueba de su respuesta.',
  },
  unmatched: 'Prueba con el comienzo del número o del correo, o con otros filtros.',
  csv: {
    Número: row => row.number,
    Tipo: row => REQUEST_KINDS[row.kind],
    Titular: row => row.person,
    Email: row => row.email,
    Canal: row => REQUEST_CHANNELS[row.channel],
    Recibida: row => formatDateTime(row.received_at),
    'Responder hasta': row => formatDateTime(row.due_at),
    Estado: row => REQUEST_STATUSES[row.status].label,
    Respondida: row => row.answered_at && formatDateTime(row.answered_at),
    Responde: row => row.assignee,
  },
})

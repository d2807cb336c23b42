import type { SessionState } from '#app/features/workshops/workshops.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { formatInteger } from '#app/kernel/format.ts'
import { defineList } from '#app/kit/lists/define-list.ts'
import { count, dayColumn, oneLine, status } from '#app/kit/lists/list-cells.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { TwoLines } from '#app/kit/ui/facts.tsx'
import type { Statuses } from '#app/kit/ui/tone.ts'

/** A workshop that somebody bought, in the back office's list. */
export type ListedWorkshop = {
  id: string
  name: string
  order_number: string
  client: { name: string; company: string | null }
  seats: number
  people: number
  attended: number
  created_at: Date
  starts_at: Date | null
  minutes: number | null
  cancelled_at: Date | null
  state: SessionState | 'own_pace'
}

const SESSION_STATES: Statuses<ListedWorkshop['state']> = {
  unset: { label: 'Sin fecha', tone: 'fair' },
  scheduled: { label: 'Fijada', tone: 'copper' },
  begun: { label: 'Realizada', tone: 'good' },
  cancelled: { label: 'Cancelada', tone: 'poor' },
  own_pace: { label: 'A su ritmo', tone: 'neutral' },
}

/** Those without a date, those to come, or those whose attendance is to be confirmed, by their words in the address. */
const FILTERS = new Map([
  ['sin-fecha', 'unset'],
  ['proximas', 'coming'],
  ['por-confirmar', 'to_confirm'],
] as const)

const rowName = (row: ListedWorkshop): string => `${row.name}, orden ${row.order_number}`

/** The workshops that were sold, with their sessions. */
export const sessionList = defineList<ListedWorkshop>()({
  name: 'sesiones',
  path: '/admin/access/sessions',
  caption: 'Talleres vendidos',
  searchLabel: 'Buscar por orden, cliente o empresa...',
  namesPeople: true,
  period: 'todo',
  filters: {
    state: {
      name: 'estado',
      label: 'Sesión',
      all: 'Todas',
      choices: [
        { value: 'sin-fecha', label: 'Sin fecha' },
        { value: 'proximas', label: 'Próximas' },
        { value: 'por-confirmar', label: 'Por confirmar' },
      ],
      read: (value: string) => [...FILTERS].find(([word]) => word === value)?.[1],
    },
  },
  sorts: {
    recientes: ['Compra más reciente', 'created_at', 'desc'],
    antiguas: ['Compra más antigua', 'created_at', 'asc'],
    sesion: ['Sesión más próxima', 'starts_at', 'asc'],
    'sesion-ultima': ['Sesión más lejana', 'starts_at', 'desc'],
  },
  columns: [
    {
      key: 'workshop',
      header: 'Taller',
      primary: true,
      grow: 'wide',
      cell: row => (
        <span title={row.order_number}>
          <span className="block">{row.name}</span>
          <span className="block text-sm font-normal wrap-anywhere text-muted dense:hidden">{row.order_number}</span>
        </span>
      ),
    },
    {
      key: 'client',
      header: 'Cliente',
      inline: 'line',
      grow: 'wide',
      cell: ({ client }) =>
        client.company === null ? client.name : <TwoLines below={client.company}>{client.name}</TwoLines>,
    },
    {
      key: 'starts_at',
      header: 'Sesión',
      inline: 'line',
      cell: ({ starts_at, state }) =>
        state === 'own_pace' || starts_at === null ? null : oneLine(formatDateTime(starts_at)),
    },
    status('state', 'Estado', row => row.state, SESSION_STATES),
    {
      key: 'people',
      header: 'Personas',
      align: 'end',
      cell: row => `${formatInteger(row.people)} de ${formatInteger(row.seats)}`,
    },
    count('attended', 'Asistieron', row => row.attended),
    { ...dayColumn<ListedWorkshop>('created_at', 'Compra', row => row.created_at), optional: true },
    {
      key: 'actions',
      header: 'Acciones',
      inline: 'end',
      align: 'end',
      cell: row => (
        <ButtonLink
          variant="link"
          size="sm"
          to={`/admin/access/sessions/${row.id}`}
          aria-label={`Gestionar la sesión de ${rowName(row)}`}
        >
          Gestionar
        </ButtonLink>
      ),
    },
  ],
  rowName,
  empty: { title: 'Todavía no se ha vendido un taller', text: 'Aparecen cuando se paga una orden que los incluye.' },
  unmatched: 'Prueba con el comienzo de otra orden, nombre o empresa, o con otro estado.',
  csv: {
    Taller: row => row.name,
    Orden: row => row.order_number,
    Cliente: row => row.client.name,
    Empresa: row => row.client.company,
    Sesión: row => row.starts_at && formatDateTime(row.starts_at),
    Minutos: row => row.minutes,
    'Cancelada el': row => row.cancelled_at && formatDateTime(row.cancelled_at),
    Personas: row => row.people,
    Asientos: row => row.seats,
    Asistieron: row => row.attended,
  },
})

import {
  CHARGEBACK_REASONS,
  CHARGEBACK_STATUSES,
  DEADLINE_NEARS_DAYS,
  deadlineText,
} from '#app/features/payments/chargebacks/chargebacks.ts'
import { type Day, formatDate, formatDateTime, formatDay } from '#app/kernel/dates.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { byStatus, byTime, choiceFilter, defineList } from '#app/kit/lists/define-list.ts'
import { CellLink, clp, nameLink, oneLine, status } from '#app/kit/lists/list-cells.tsx'
import { TwoLines } from '#app/kit/ui/facts.tsx'
import { MenuLink } from '#app/kit/ui/menu.tsx'
import type { ChargebackReason, ChargebackStatus } from '#app/platform/database/values.ts'

export type ListedChargeback = {
  id: string
  order: { id: string; number: string }
  client: string
  amount: Pesos
  reason: ChargebackReason
  reference: string | null
  status: ChargebackStatus
  receivedOn: Day
  answerBy: Day
  revoked: boolean
  created_at: Date
  settled_at: Date | null
  /** The day of the list, for its deadlines. */
  today: Day
}

const pathOf = ({ id }: ListedChargeback): string => `/admin/finance/chargebacks/${id}`

/** Chargebacks: the bank's claims on payments. */
export const chargebackList = defineList<ListedChargeback>()({
  name: 'contracargos',
  path: '/admin/finance/chargebacks',
  caption: 'Contracargos',
  searchLabel: 'Buscar por orden, referencia o monto...',
  namesPeople: true,
  period: 'todo',
  filters: {
    status: choiceFilter('Estado', 'Todos', CHARGEBACK_STATUSES, { name: 'estado' }),
    reason: choiceFilter('Motivo', 'Todos', CHARGEBACK_REASONS, { name: 'motivo' }),
    due: choiceFilter('Plazo', 'Todos', { near: `Por responder en ${DEADLINE_NEARS_DAYS} días` }, { name: 'vence' }),
  },
  sorts: {
    ...byTime('created_at', 'Más antiguos'),
    'vence-antes': ['Vence antes', 'answer_by', 'asc'],
    'vence-despues': ['Vence después', 'answer_by', 'desc'],
    'mayor-monto': ['Mayor monto', 'amount_clp', 'desc'],
    'menor-monto': ['Menor monto', 'amount_clp', 'asc'],
    ...byStatus('status'),
  },
  columns: [
    nameLink(
      'client',
      'Cliente',
      row => row.client,
      pathOf,
      row => CHARGEBACK_REASONS[row.reason],
    ),
    {
      key: 'order',
      header: 'Orden',
      cell: ({ order }) => <CellLink to={`/admin/orders/${order.id}`}>{order.number}</CellLink>,
    },
    { key: 'created_at', header: 'Registrado', inline: 'start', cell: row => oneLine(formatDate(row.created_at)) },
    {
      key: 'answer_by',
      header: 'Responder hasta',
      cell: row => (
        <TwoLines below={row.status === 'received' ? deadlineText(row.answerBy, row.today) : ''}>
          {oneLine(formatDay(row.answerBy))}
        </TwoLines>
      ),
    },
    clp('amount_clp', 'Monto', row => row.amount, { inline: 'end' }),
    status('status', 'Estado', row => row.status, CHARGEBACK_STATUSES),
    { key: 'accesses', header: 'Accesos', cell: row => (row.revoked ? 'Revocados' : 'Se mantienen') },
  ],
  rowName: row => `contracargo de la orden ${row.order.number}`,
  menu: row => (
    <>
      <MenuLink to={pathOf(row)}>Ver Detalle</MenuLink>
      <MenuLink to={`/admin/orders/${row.order.id}`}>Ver la orden</MenuLink>
    </>
  ),
  empty: {
    title: 'Ningún contracargo',
    text: 'Cuando el banco avise de uno, regístralo desde la página de su orden.',
  },
  unmatched: 'Prueba con el comienzo de otro número de orden, con la referencia del banco o con otros filtros.',
  csv: {
    Registrado: row => formatDateTime(row.created_at),
    Orden: row => row.order.number,
    Cliente: row => row.client,
    'Monto CLP': row => row.amount,
    Motivo: row => CHARGEBACK_REASONS[row.reason],
    'Referencia del banco': row => row.reference,
    'Llegó el': row => formatDay(row.receivedOn),
    'Responder hasta': row => formatDay(row.answerBy),
    Estado: row => CHARGEBACK_STATUSES[row.status].label,
    'Resuelto el': row => row.settled_at && formatDate(row.settled_at),
    Accesos: row => (row.revoked ? 'Revocados' : 'Se mantienen'),
  },
})

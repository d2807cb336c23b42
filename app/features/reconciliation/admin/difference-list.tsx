import { DIFFERENCE_STATUSES, DIFFERENCES } from '#app/features/reconciliation/differences/differences.ts'
import { GATEWAY_NAMES } from '#app/features/reconciliation/reports/report-texts.ts'
import { type Day, formatDay } from '#app/kernel/dates.ts'
import { formatPesos } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { choiceFilter, defineList } from '#app/kit/lists/define-list.ts'
import { CellLink, nameLink, oneLine, status } from '#app/kit/lists/list-cells.tsx'
import type { DifferenceKind, DifferenceStatus, ReconciledGateway } from '#app/platform/database/values.ts'

/** A difference in its list. */
export type ListedDifferenceRow = {
  id: string
  gateway: ReconciledGateway
  day: Day
  kind: DifferenceKind
  reference: string | null
  authorization_code: string | null
  our_clp: Pesos | null
  their_clp: Pesos | null
  status: DifferenceStatus
  note: string | null
  order_id: string | null
  order_number: string | null
}

const amountText = (amount: Pesos | null) => amount !== null && oneLine(formatPesos(amount))

/** What only one side has, or has with another amount. */
export const differenceList = defineList<ListedDifferenceRow>()({
  name: 'diferencias',
  path: '/admin/finance/reconciliation/differences',
  caption: 'Diferencias de conciliación',
  searchLabel: 'Buscar por referencia, autorización o monto...',
  namesPeople: false,
  period: 'todo',
  filters: {
    status: choiceFilter('Estado', 'Todas', DIFFERENCE_STATUSES, { name: 'estado' }),
    kind: choiceFilter('Diferencia', 'Todas', DIFFERENCES, { name: 'tipo' }),
    gateway: choiceFilter('Banco', 'Todos', GATEWAY_NAMES, { name: 'banco' }),
  },
  sorts: {
    recientes: ['Más recientes', 'day_start', 'desc', 'day'],
    antiguas: ['Más antiguas', 'day_start', 'asc', 'day'],
  },
  columns: [
    nameLink<ListedDifferenceRow>(
      'kind',
      'Diferencia',
      row => DIFFERENCES[row.kind].label,
      row => `/admin/finance/reconciliation/differences/${row.id}`,
      row => row.reference ?? row.authorization_code,
    ),
    {
      key: 'day',
      header: 'Día',
      inline: 'lead',
      cell: row => oneLine(formatDay(row.day)),
    },
    {
      key: 'order',
      header: 'Orden',
      inline: 'line',
      grow: true,
      cell: row => row.order_id && <CellLink to={`/admin/orders/${row.order_id}`}>{row.order_number}</CellLink>,
    },
    { key: 'our', header: 'Tienda', align: 'end', cell: row => amountText(row.our_clp) },
    { key: 'their', header: 'Banco', align: 'end', cell: row => amountText(row.their_clp) },
    status('status', 'Estado', row => row.status, DIFFERENCE_STATUSES),
  ],
  rowName: row => `${DIFFERENCES[row.kind].label}, ${formatDay(row.day)}`,
  empty: { title: 'Sin diferencias', text: 'Aparecen al comparar los reportes del banco con los pagos de la tienda.' },
  unmatched: 'Prueba con otra referencia, otro estado u otras fechas.',
  csv: {
    Día: row => formatDay(row.day),
    Diferencia: row => DIFFERENCES[row.kind].label,
    Banco: row => GATEWAY_NAMES[row.gateway],
    Orden: row => row.order_number,
    Referencia: row => row.reference,
    Autorización: row => row.authorization_code,
    'Tienda CLP': row => row.our_clp,
    'Banco CLP': row => row.their_clp,
    Estado: row => DIFFERENCE_STATUSES[row.status].label,
    Nota: row => row.note,
  },
})

import { BANK_LINE_STATES, type BankLine } from '#app/features/bank-statements/lines/bank-lines.ts'
import { formatDay } from '#app/kernel/dates.ts'
import { formatPesos } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { formatRut } from '#app/kernel/rut.ts'
import { byStatus, byTime, choiceFilter, defineList, reference } from '#app/kit/lists/define-list.ts'
import { CellLink, clp, nameLink, oneLine, status } from '#app/kit/lists/list-cells.tsx'

/** A credit in the back office's list. */
export type ListedBankLine = Pick<
  BankLine,
  'id' | 'account' | 'bookedOn' | 'amount' | 'description' | 'operation' | 'rut' | 'state' | 'note'
> & {
  order: { id: string; number: string } | null
  /** Pesos that its order did not need and that were not given back. */
  owed: Pesos
}

/** The credits of the bank's statements; by default those that nobody has decided about. */
export const bankLineList = defineList<ListedBankLine>()({
  name: 'transferencias',
  path: '/admin/finance/transfers',
  caption: 'Abonos de las cartolas',
  searchLabel: 'Buscar por texto, RUT o monto...',
  namesPeople: true,
  period: 'todo',
  filters: {
    state: choiceFilter(
      'Estado',
      'Todos',
      { ...BANK_LINE_STATES, surplus: 'Con excedente por devolver' },
      {
        name: 'estado',
        initial: 'open',
      },
    ),
    account: reference('Cuenta', 'Todas', { name: 'cuenta' }),
  },
  sorts: {
    ...byTime('booked_at', 'Más antiguos'),
    'mayor-monto': ['Mayor monto', 'amount_clp', 'desc'],
    'menor-monto': ['Menor monto', 'amount_clp', 'asc'],
    ...byStatus('state'),
  },
  columns: [
    nameLink(
      'description',
      'Abono',
      row => row.description,
      row => `/admin/finance/transfers/${row.id}`,
    ),
    { key: 'booked_at', header: 'Fecha', inline: 'start', cell: row => oneLine(formatDay(row.bookedOn)) },
    clp('amount_clp', 'Monto', row => row.amount, { inline: 'end' }),
    { key: 'rut', header: 'RUT', cell: row => row.rut && oneLine(formatRut(row.rut)) },
    { key: 'operation', header: 'N° de operación', optional: true, cell: row => row.operation },
    { key: 'account', header: 'Cuenta', optional: true, cell: row => row.account },
    status('state', 'Estado', row => row.state, BANK_LINE_STATES),
    {
      key: 'order',
      header: 'Orden',
      cell: ({ order, owed }) =>
        order && (
          <>
            <CellLink to={`/admin/orders/${order.id}`} label={`Orden ${order.number}`}>
              {`…${order.number.slice(-4)}`}
            </CellLink>
            {owed > 0 && <span>{` · devolver ${formatPesos(owed)}`}</span>}
          </>
        ),
    },
  ],
  rowName: row => `abono de ${formatPesos(row.amount)} del ${formatDay(row.bookedOn)}`,
  empty: {
    title: 'Todavía no hay cartolas',
    text: 'Sube la cartola del banco para ver qué órdenes pagaron sus abonos.',
  },
  unmatched: 'Prueba con otro estado, otra cuenta o el comienzo de otra palabra, de un RUT o de un monto.',
  csv: {
    Fecha: row => formatDay(row.bookedOn),
    Cuenta: row => row.account,
    Descripción: row => row.description,
    'N° de operación': row => row.operation,
    RUT: row => row.rut && formatRut(row.rut),
    'Monto CLP': row => row.amount,
    Estado: row => BANK_LINE_STATES[row.state].label,
    Orden: row => row.order?.number,
    'Por devolver CLP': row => row.owed,
    Nota: row => row.note,
  },
})

import {
  ACCOUNTS,
  LEDGER_EVENTS,
  type LedgerLine,
  type ListedLedgerEntry,
} from '#app/features/accounting/accounting.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { byTime, choiceFilter, defineList } from '#app/kit/lists/define-list.ts'
import { CellLink, clp, moment } from '#app/kit/lists/list-cells.tsx'
import { Badge } from '#app/kit/ui/badge.tsx'
import { MenuLink } from '#app/kit/ui/menu.tsx'
import type { LedgerAccount } from '#app/platform/database/values.ts'

const accountsOf = (accounts: Readonly<Record<LedgerAccount, string>>): [string, string][] => Object.entries(accounts)

/** A column for each account, with what an entry debits; credits are negative, so that every row adds up to zero. */
function accountColumns() {
  return Object.fromEntries(
    accountsOf(ACCOUNTS).map(([account, name]) => [
      `${name} CLP`,
      ({ lines }: ListedLedgerEntry) => {
        const sum = lines
          .filter(line => line.account === account)
          .reduce((total, { debit, credit }) => total + debit - credit, 0)
        return sum === 0 ? null : sum
      },
    ]),
  )
}

/** The ledger: every entry, with its lines. */
export const ledgerList = defineList<ListedLedgerEntry>()({
  name: 'libro',
  path: '/admin/finance',
  caption: 'Asientos del libro',
  searchLabel: 'Buscar por orden o monto...',
  namesPeople: false,
  period: true,
  filters: {
    event: choiceFilter('Hecho', 'Todos', LEDGER_EVENTS, { name: 'hecho' }),
    account: choiceFilter('Cuenta', 'Todas', ACCOUNTS, { name: 'cuenta' }),
    money: choiceFilter('Dinero', 'Todo', { real: 'Real', simulated: 'Simulado' }, { name: 'dinero' }),
  },
  sorts: {
    ...byTime('at', 'Más antiguos'),
    'mayor-monto': ['Mayor monto', 'amount_clp', 'desc'],
    'menor-monto': ['Menor monto', 'amount_clp', 'asc'],
  },
  columns: [
    {
      key: 'event',
      header: 'Hecho',
      primary: true,
      cell: entry => (
        <>
          <span>{LEDGER_EVENTS[entry.event]}</span>
          {entry.isSimulated && (
            <>
              {' '}
              <Badge>Simulado</Badge>
            </>
          )}
        </>
      ),
    },
    moment('at', 'Fecha', entry => entry.at),
    { key: 'order', header: 'Orden', cell: entry => <OrderNumber entry={entry} /> },
    { key: 'debit', header: 'Debe', grow: 'wide', cell: ({ lines }) => <Side lines={lines} side="debit" /> },
    { key: 'credit', header: 'Haber', grow: 'wide', cell: ({ lines }) => <Side lines={lines} side="credit" /> },
    clp('amount_clp', 'Monto', entry => entry.amount, { inline: 'end' }),
  ],
  rowHeight: 'tall',
  rowName: entry => `${LEDGER_EVENTS[entry.event]} del ${formatDateTime(entry.at)}`,
  menu: entry =>
    entry.order && (
      <>
        <MenuLink to={`/admin/orders/${entry.order.id}`}>Ver la orden</MenuLink>
        <MenuLink to={`?search=${entry.order.number}&periodo=todo`}>Todo de esta orden</MenuLink>
      </>
    ),
  empty: { title: 'Todavía no hay asientos', text: 'El primero se escribe con la primera venta.' },
  unmatched: 'Prueba con el comienzo de otro número de orden, con otro monto o con otros filtros.',
  csv: {
    Fecha: entry => formatDateTime(entry.at),
    Hecho: entry => LEDGER_EVENTS[entry.event],
    Orden: entry => entry.order?.number,
    Dinero: entry => (entry.isSimulated ? 'Simulado' : 'Real'),
    'Monto CLP': entry => entry.amount,
    ...accountColumns(),
    Asiento: entry => entry.id,
  },
})

function OrderNumber({ entry: { order } }: { entry: ListedLedgerEntry }) {
  if (!order) return null
  return (
    <CellLink to={`/admin/orders/${order.id}`} label={`Orden ${order.number}`}>
      <span title={order.number}>{`…${order.number.slice(-11)}`}</span>
    </CellLink>
  )
}

/** The lines of one side: account and pesos. */
function Side({ lines, side }: { lines: readonly LedgerLine[]; side: 'debit' | 'credit' }) {
  const shown = lines.filter(line => line[side] > 0)
  if (shown.length === 0) return null
  return (
    <ul className="grid gap-0.5 text-sm">
      {shown.map(line => (
        <li key={line.account} className="flex flex-wrap justify-between gap-x-3">
          <span>{ACCOUNTS[line.account]}</span>
          <span className="tabular-nums">{formatPesos(line[side])}</span>
        </li>
      ))}
    </ul>
  )
}

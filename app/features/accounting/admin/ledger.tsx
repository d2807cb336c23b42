import { Link, useLocation } from 'react-router'
import {
  ACCOUNTS,
  type AccountBalance,
  type Agreement,
  accountBalances,
  agreementsOf,
  closingOf,
  LEDGER_EVENTS,
} from '#app/features/accounting/accounting.ts'
import {
  type DifferingDay,
  differingDays,
  type LedgerDifference,
  lastCheckedDay,
  ledgerFigures,
} from '#app/features/accounting/ledger.server.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import { type Day, formatDay } from '#app/kernel/dates.ts'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import { pesos } from '#app/kernel/money.ts'
import { clp } from '#app/kit/lists/list-cells.tsx'
import { ListScreen } from '#app/kit/lists/list-screen.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { DataTable } from '#app/kit/ui/data-table.tsx'
import { adminList } from '#app/layouts/admin/lists/admin-list.server.ts'
import { partsInUse } from '#app/layouts/admin/parts-in-use.server.ts'
import { OrderTabs } from '#app/layouts/admin/section-tabs.tsx'
import type { Route } from './+types/ledger'
import { ledgerRows } from './ledger-list.server.ts'
import { ledgerList } from './ledger-list.tsx'

type LedgerStateProps = {
  agreements: readonly Agreement[]
  differing: readonly DifferingDay[]
  lastChecked: Day | undefined
  period: string
}

/** Whether the ledger and the orders agree: on the sums of the period, and day by day in the nightly comparison. */
function LedgerState({ agreements, differing, lastChecked, period }: LedgerStateProps) {
  const apart = agreements.filter(({ ledger, orders }) => ledger !== orders)
  const checked =
    lastChecked === undefined
      ? 'La primera comparación es esta noche.'
      : `Comparado hasta el ${formatDay(lastChecked)}.`
  return (
    <div className="mb-4 grid gap-3">
      {apart.length === 0 && differing.length === 0 && (
        <Alert tone="success">{`${period}: el libro cuadra con las órdenes, al peso. ${checked}`}</Alert>
      )}
      {apart.length > 0 && (
        <Alert tone="error">
          <span>{`${period}: el libro y las órdenes no dicen lo mismo.`}</span>{' '}
          {apart.map(({ what, ledger, orders }) => (
            <span key={what} className="block">
              {`${SUBJECTS[what]}: ${formatPesos(ledger)} en el libro, ${formatPesos(orders)} en las órdenes.`}
            </span>
          ))}
        </Alert>
      )}
      {differing.map(day => (
        <Alert key={day.day} tone="error">
          <details>
            <summary className="cursor-pointer">
              {`El ${formatDay(day.day)} tiene ${countOf(day.count, 'diferencia', 'diferencias')} con las órdenes.`}
            </summary>
            <ul className="mt-2 grid list-disc gap-1.5 pl-5">
              {day.differences.map(difference => (
                <DifferenceLine
                  key={`${difference.kind} ${difference.event} ${difference.source_id}`}
                  {...difference}
                />
              ))}
            </ul>
            {day.count > day.differences.length && <p>{`Se muestran las primeras ${day.differences.length}.`}</p>}
          </details>
        </Alert>
      ))}
    </div>
  )
}

const SUBJECTS: Readonly<Record<Agreement['what'], string>> = {
  sales: 'Ventas con IVA',
  refunds: 'Reembolsos',
  chargebacks: 'Contracargos',
}

const amount = (found: number | null): string => (found === null ? 'nada' : formatPesos(pesos(found)))

const KINDS: Readonly<Record<LedgerDifference['kind'], (difference: LedgerDifference) => string>> = {
  missing: ({ expected }) => `no está en el libro: debería ser de ${amount(expected)}.`,
  without_source: ({ found }) => `está en el libro por ${amount(found)}, y en la tienda no existe ese día.`,
  amount: ({ expected, found }) =>
    `mueve ${amount(found)} en el libro y ${amount(expected)} en la tienda, o su IVA es otro.`,
  unbalanced: ({ expected, found }) => `no balancea: ${amount(expected)} en el debe y ${amount(found)} en el haber.`,
  vat: ({ expected, found }) =>
    `su orden tiene ${amount(found)} de IVA en el libro y debería tener ${amount(expected)}.`,
}

const DifferenceLine = (difference: LedgerDifference) => (
  <li>
    <span>{`${LEDGER_EVENTS[difference.event] ?? difference.event}: ${KINDS[difference.kind](difference)}`}</span>{' '}
    {difference.order_id !== null && (
      <Link to={`/admin/orders/${difference.order_id}`} className="underline underline-offset-4">
        Ver la orden
      </Link>
    )}
  </li>
)

type BalanceTableProps = { caption: string; balances: readonly AccountBalance[] }

/** Accounts with their opening balance, movements and closing balance. What is owed or earned is negative. */
const BalanceTable = ({ caption, balances }: BalanceTableProps) => (
  <DataTable<AccountBalance>
    caption={caption}
    rows={balances}
    rowKey={({ account }) => account}
    columns={[
      { key: 'account', header: 'Cuenta', primary: true, cell: balance => <AccountLink {...balance} /> },
      clp('opening', 'Saldo inicial', ({ opening }) => opening),
      clp('debit', 'Debe', ({ debit }) => debit),
      clp('credit', 'Haber', ({ credit }) => credit),
      {
        key: 'closing',
        header: 'Saldo final',
        align: 'end',
        definition: 'Saldo inicial más el debe menos el haber: negativo en lo que se debe y lo que se gana',
        cell: balance => <span className="font-medium">{formatPesos(closingOf(balance))}</span>,
      },
    ]}
  />
)

/** The entries of an account, in the period and with the other filters of the address. */
function AccountLink({ account }: AccountBalance) {
  const to = new URLSearchParams(useLocation().search)
  for (const name of ['after', 'before']) to.delete(name)
  to.set('cuenta', account)
  return (
    <Link
      to={`?${to}`}
      className="inline-flex min-h-9 items-center underline-offset-4 hover:text-copper hover:underline pointer-coarse:min-h-11"
    >
      {ACCOUNTS[account]}
    </Link>
  )
}

export const meta: Route.MetaFunction = () => [{ title: 'Libro · Finanzas · Administración · Alhena' }]

/** The period applies to the moment of the entries. */
export const handle = { period: ledgerList.period }

export const loader = adminList(ledgerRows, async ({ tx, range }) => {
  const { figures, ...checks } = await allKeyed({
    figures: ledgerFigures(tx, range.span),
    differing: differingDays(tx),
    lastChecked: lastCheckedDay(tx),
    inUse: partsInUse(tx),
  })
  return {
    ...checks,
    balances: accountBalances(figures, false),
    simulated: accountBalances(figures, true),
    agreements: agreementsOf(figures),
    period: range.label,
  }
})

export default function Ledger({ loaderData }: Route.ComponentProps) {
  const { data, balances, simulated, agreements, differing, lastChecked, period, inUse } = loaderData
  return (
    <ListScreen
      list={ledgerList}
      data={data}
      title="Órdenes"
      tabs={<OrderTabs inUse={inUse} />}
      summary={
        <>
          <LedgerState agreements={agreements} differing={differing} lastChecked={lastChecked} period={period} />
          <Balances title="Saldos" period={period} balances={balances} open />
          {simulated.length > 0 && (
            <Balances title="Saldos de los pagos simulados" period={period} balances={simulated} open={false} />
          )}
        </>
      }
    />
  )
}

type BalancesProps = { title: string; period: string; balances: readonly AccountBalance[]; open: boolean }

const Balances = ({ title, period, balances, open }: BalancesProps) =>
  balances.length === 0 ? null : (
    <details open={open} className="mb-4 rounded-lg border border-line bg-surface">
      <summary className="flex min-h-11 cursor-pointer items-center px-5 font-medium hover:text-copper sm:px-6">
        {title}
      </summary>
      <BalanceTable caption={`${title}: ${period}`} balances={balances} />
    </details>
  )

import { type AccountBalance, accountBalances, agreementsOf } from '#app/features/accounting/accounting.ts'
import { differingDays, lastCheckedDay, ledgerFigures } from '#app/features/accounting/balances.db.server.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import { ListScreen } from '#app/kit/lists/list-screen.tsx'
import { adminList } from '#app/layouts/admin/lists/admin-list.server.ts'
import { FinanceTabs } from '#app/layouts/admin/section-tabs.tsx'
import type { Route } from './+types/ledger'
import { BalanceTable } from './balance-table.tsx'
import { ledgerRows } from './ledger-list.server.ts'
import { ledgerList } from './ledger-list.tsx'
import { LedgerState } from './ledger-state.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Libro · Finanzas · Administración · Alhena' }]

/** The period applies to the moment of the entries. */
export const handle = { period: ledgerList.period }

export const loader = adminList(ledgerRows, async ({ tx, range }) => {
  const { figures, ...checks } = await allKeyed({
    figures: ledgerFigures(tx, range.span),
    differing: differingDays(tx),
    lastChecked: lastCheckedDay(tx),
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
  const { data, balances, simulated, agreements, differing, lastChecked, period } = loaderData
  return (
    <ListScreen
      list={ledgerList}
      data={data}
      title="Libro"
      summary={
        <>
          <FinanceTabs className="mb-4" />
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

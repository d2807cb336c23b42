import { Link, useLocation } from 'react-router'
import { ACCOUNTS, type AccountBalance, closingOf } from '#app/features/accounting/accounting.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { clp } from '#app/kit/lists/list-cells.tsx'
import { DataTable } from '#app/kit/ui/data-table.tsx'

type BalanceTableProps = { caption: string; balances: readonly AccountBalance[] }

/** Accounts with their opening balance, movements and closing balance. What is owed or earned is negative. */
export const BalanceTable = ({ caption, balances }: BalanceTableProps) => (
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

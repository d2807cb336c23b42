import { listAccounts } from '#app/features/bank-statements/import/statements.server.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import { ListScreen } from '#app/kit/lists/list-screen.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { adminList } from '#app/layouts/admin/lists/admin-list.server.ts'
import { partsInUse } from '#app/layouts/admin/parts-in-use.server.ts'
import { OrderTabs } from '#app/layouts/admin/section-tabs.tsx'
import type { Route } from './+types/transfers'
import { bankLineRows } from './bank-line-list.server.ts'
import { bankLineList } from './bank-line-list.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Transferencias · Administración · Alhena' }]

export const handle = { period: bankLineList.period }

export const loader = adminList(bankLineRows, ({ tx }) =>
  allKeyed({ accounts: listAccounts(tx), inUse: partsInUse(tx) }),
)

/** The credits of the bank's statements. */
export default function Transfers({ loaderData: { data, accounts, inUse } }: Route.ComponentProps) {
  const upload = (
    <ButtonLink key="upload" to="/admin/finance/transfers/upload">
      Subir cartola
    </ButtonLink>
  )
  return (
    <ListScreen
      list={bankLineList}
      data={data}
      title="Órdenes"
      references={{ cuenta: accounts.map(({ id, name }) => ({ value: id, label: name })) }}
      tabs={<OrderTabs inUse={inUse} />}
      actions={
        <>
          {accounts.length > 0 && (
            <ButtonLink to="/admin/finance/transfers/proposals" variant="secondary">
              Revisar propuestas
            </ButtonLink>
          )}
          {upload}
        </>
      }
      emptyAction={upload}
    />
  )
}

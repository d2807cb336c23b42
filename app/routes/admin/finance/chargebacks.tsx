import { chargebackRows } from '#app/features/payments/chargebacks/chargeback-list.server.ts'
import { chargebackList } from '#app/features/payments/chargebacks/chargeback-list.tsx'
import { ListScreen } from '#app/lists/list-screen.tsx'
import { adminList } from '#app/routes/admin/lists/admin-list.server.ts'
import type { Route } from './+types/chargebacks'
import { FinanceTabs } from './finance-tabs.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Contracargos · Finanzas · Administración · Alhena' }]

/** The period applies to when they were recorded. */
export const handle = { period: chargebackList.period }

export const loader = adminList(chargebackRows)

export default function Chargebacks({ loaderData }: Route.ComponentProps) {
  return <ListScreen list={chargebackList} data={loaderData.data} title="Contracargos" summary={<FinanceTabs />} />
}

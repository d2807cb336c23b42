import { ListScreen } from '#app/kit/lists/list-screen.tsx'
import { adminList } from '#app/layouts/admin/lists/admin-list.server.ts'
import { withParts } from '#app/layouts/admin/parts-in-use.server.ts'
import { OrderTabs } from '#app/layouts/admin/section-tabs.tsx'
import type { Route } from './+types/chargebacks'
import { chargebackRows } from './chargeback-list.server.ts'
import { chargebackList } from './chargeback-list.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Contracargos · Finanzas · Administración · Alhena' }]

/** The period applies to when they were recorded. */
export const handle = { period: chargebackList.period }

export const loader = adminList(chargebackRows, withParts)

export default function Chargebacks({ loaderData }: Route.ComponentProps) {
  const { data, inUse } = loaderData
  return <ListScreen list={chargebackList} data={data} title="Órdenes" tabs={<OrderTabs inUse={inUse} />} />
}

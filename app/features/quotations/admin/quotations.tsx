import { ListScreen } from '#app/kit/lists/list-screen.tsx'
import { adminList } from '#app/layouts/admin/lists/admin-list.server.ts'
import { withParts } from '#app/layouts/admin/parts-in-use.server.ts'
import { OrderTabs } from '#app/layouts/admin/section-tabs.tsx'
import type { Route } from './+types/quotations'
import { quotationRows } from './quotation-list.server.ts'
import { quotationList } from './quotation-list.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Cotizaciones · Administración · Alhena' }]

/** The period applies to the date of issue. */
export const handle = { period: quotationList.period }

export const loader = adminList(quotationRows, withParts)

export default function AdminQuotations({ loaderData }: Route.ComponentProps) {
  const { data, inUse } = loaderData
  return <ListScreen list={quotationList} data={data} title="Órdenes" tabs={<OrderTabs inUse={inUse} />} />
}

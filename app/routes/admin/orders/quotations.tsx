import { quotationRows } from '#app/features/quotations/quotation-list.server.ts'
import { quotationList } from '#app/features/quotations/quotation-list.tsx'
import { ListScreen } from '#app/lists/list-screen.tsx'
import { OrderTabs } from '#app/routes/admin/frame/section-tabs.tsx'
import { adminList } from '#app/routes/admin/lists/admin-list.server.ts'
import type { Route } from './+types/quotations'

export const meta: Route.MetaFunction = () => [{ title: 'Cotizaciones · Administración · Alhena' }]

/** The period applies to the date of issue. */
export const handle = { period: quotationList.period }

export const loader = adminList(quotationRows)

export default function AdminQuotations({ loaderData }: Route.ComponentProps) {
  return <ListScreen list={quotationList} data={loaderData.data} title="Órdenes" summary={<OrderTabs />} />
}

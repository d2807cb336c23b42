import { ListScreen } from '#app/kit/lists/list-screen.tsx'
import { adminList } from '#app/layouts/admin/lists/admin-list.server.ts'
import { ClientTabs } from '#app/layouts/admin/section-tabs.tsx'
import type { Route } from './+types/companies'
import { companyRows } from './company-list.server.ts'
import { companyList } from './company-list.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Empresas · Administración · Alhena' }]

export const loader = adminList(companyRows)

export default function AdminCompanies({ loaderData }: Route.ComponentProps) {
  return <ListScreen list={companyList} data={loaderData.data} title="Clientes" tabs={<ClientTabs />} />
}

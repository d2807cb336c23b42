import { companyRows } from '#app/features/identity/clients/company-list.server.ts'
import { companyList } from '#app/features/identity/clients/company-list.tsx'
import { ListScreen } from '#app/lists/list-screen.tsx'
import { ClientTabs } from '#app/routes/admin/frame/section-tabs.tsx'
import { adminList } from '#app/routes/admin/lists/admin-list.server.ts'
import type { Route } from './+types/companies'

export const meta: Route.MetaFunction = () => [{ title: 'Empresas · Administración · Alhena' }]

export const loader = adminList(companyRows)

export default function AdminCompanies({ loaderData }: Route.ComponentProps) {
  return <ListScreen list={companyList} data={loaderData.data} title="Clientes" summary={<ClientTabs />} />
}

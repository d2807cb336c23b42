import { ListScreen } from '#app/kit/lists/list-screen.tsx'
import { adminList } from '#app/layouts/admin/lists/admin-list.server.ts'
import { ClientTabs } from '#app/layouts/admin/section-tabs.tsx'
import type { Route } from './+types/list'
import { clientRows } from './client-list.server.ts'
import { clientList } from './client-list.tsx'
import { companyName, companyOptions } from './company-list.server.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Clientes · Administración · Alhena' }]

/** Companies that the filter offers: those that spent most. */
const OFFERED = 50

/** The period of the top bar is that of the registration. */
export const handle = { period: clientList.period }

export const loader = adminList(clientRows, async ({ tx, query: { companyId, now } }) => {
  const [companies, name] = await Promise.all([
    companyOptions(tx, { search: '', now, limit: OFFERED }),
    companyId === undefined ? undefined : companyName(tx, companyId),
  ])
  if (companyId !== undefined && !companies.some(({ value }) => value === companyId)) {
    companies.push({ value: companyId, label: name ?? 'Ninguna', detail: undefined })
  }
  return { companies }
})

export default function AdminClients({ loaderData: { data, companies } }: Route.ComponentProps) {
  return (
    <ListScreen
      list={clientList}
      data={data}
      title="Clientes"
      references={{ empresa: companies }}
      tabs={<ClientTabs />}
    />
  )
}

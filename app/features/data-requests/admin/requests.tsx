import { ListScreen } from '#app/kit/lists/list-screen.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { adminList } from '#app/layouts/admin/lists/admin-list.server.ts'
import { withParts } from '#app/layouts/admin/parts-in-use.server.ts'
import { PrivacyTabs } from '#app/layouts/admin/section-tabs.tsx'
import type { Route } from './+types/requests'
import { dataRequestRows } from './data-request-list.server.ts'
import { dataRequestList } from './data-request-list.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Solicitudes de datos · Administración · Alhena' }]

/** The period applies to when they were received. */
export const handle = { period: dataRequestList.period }

export const loader = adminList(dataRequestRows, withParts)

export default function DataRequests({ loaderData }: Route.ComponentProps) {
  return (
    <ListScreen
      list={dataRequestList}
      data={loaderData.data}
      title="Datos personales"
      tabs={<PrivacyTabs inUse={loaderData.inUse} />}
      actions={
        <ButtonLink to="/admin/privacy/new" variant="secondary">
          Registrar solicitud
        </ButtonLink>
      }
    />
  )
}
